// People one has played with. Loaded with the parts that show them.
import { post } from './api';
import { deviceSecret } from './device';
import { useMoreTexts } from './i18n.svelte';
import { openingTokens } from './keys';
import { me } from './person.svelte';
import type { Friends, ReportSeat } from './types';

export const useFriendTexts = (): Promise<void> =>
  useMoreTexts({
    en: () => import('../../../src/rollplayer/locale/en/friends.json'),
    de: () => import('../../../src/rollplayer/locale/de/friends.json'),
    fr: () => import('../../../src/rollplayer/locale/fr/friends.json'),
  });

export const getFriends = (game = ''): Promise<Friends> =>
  me.ask<Friends>('GET', `/friends${game && `?game=${game}`}`);
export const act = (what: string, body: object): Promise<Friends> =>
  me.ask<Friends>('POST', `/friends/${what}`, body);
export const answer = (game: string, accept: boolean): Promise<Friends> =>
  act('invitation', { game, accept });

/** The table must be the person's, not only this browser's, before they can ask others to it. */
export async function invite(game: string, to: string): Promise<Friends> {
  await me.claim();
  return post<Friends>(`/games/${game}/invite`, { to }, [deviceSecret()]);
}

export const report = (game: string, body: ReportSeat): Promise<unknown> =>
  post(`/games/${game}/report`, body, openingTokens(game));
