// Notices at one table: the reader's own turns, and the webhooks that tell of everybody's.
import { call, Problem } from './api';
import { openingTokens } from './keys';
import { me } from './person.svelte';
import type { AddWebhook, Channel, GameNotices, GameWebhooks } from './types';

/** What the server says, or null where the reader has nothing to say. */
const ifAllowed = async <T>(asked: Promise<T>): Promise<T | null> => {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Problem && [401, 403, 404].includes(error.status)) return null;
    throw error;
  }
};

/** Whether this person is told of their turns here; null as long as the game is not theirs. */
export const ownNotices = (id: string): Promise<GameNotices | null> =>
  ifAllowed(me.ask<GameNotices>('POST', '/notices/game', { id }));

export async function tellMe(id: string, told: boolean): Promise<GameNotices> {
  // A game that was begun on this device may not be known as theirs yet.
  await me.claim();
  return me.ask<GameNotices>('POST', '/notices/game', { id, told });
}

const hooks = async (
  id: string,
  method: string,
  path = '',
  body?: AddWebhook | { id: string },
): Promise<Channel[]> =>
  (await call<GameWebhooks>(method, `/games/${id}/webhooks${path}`, body, openingTokens(id))).channels;

/** Null for whoever is not the host. */
export const getHooks = (id: string): Promise<Channel[] | null> => ifAllowed(hooks(id, 'GET'));
export const addHook = (id: string, hook: AddWebhook): Promise<Channel[]> => hooks(id, 'POST', '', hook);
export const removeHook = (id: string, channel: string): Promise<Channel[]> =>
  hooks(id, 'POST', '/remove', { id: channel });
