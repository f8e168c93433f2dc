import { expect, test } from 'vitest';
import type { OwnPart } from '$client/lib/game-table';
import { useBoxTexts } from '$client/lib/i18n.svelte';
import texts from '../../../src/rollplayer/expansions/monsters_and_minions/locale/en/web.json';
import { worded } from '../../../src/rollplayer/expansions/monsters_and_minions/web/worded';

useBoxTexts(texts);
const own = { forecast: { mercenary: { xp: 3, gold: 5 } } } as unknown as OwnPart;
const said = (notation: string, mine = own) => worded({ id: 1, notation, text: notation }, mine);

test('who hires a mercenary reads what it costs, less what a token pays', () => {
  expect(said('hire xp')).toBe('Hire a mercenary for 3 XP');
  expect(said('hire gold')).toBe('Hire a mercenary for 5 Gold');
  expect(said('hire gold with 1 token')).toBe('Hire a mercenary for 4 Gold and 1 token');
});

test('other answers, and a price that nobody knows, keep the words of the server', () => {
  expect(said('reroll 3')).toBeUndefined();
  expect(said('hire gold', {} as OwnPart)).toBeUndefined();
});
