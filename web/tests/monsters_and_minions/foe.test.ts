import { expect, test } from 'vitest';
import type { Hero, View } from '$client/lib/types';
import { foe } from '../../../src/rollplayer/expansions/monsters_and_minions/web/foe';

const view = { monster: 'demon', strength: 11 } as unknown as View;
const hero = (combat: number) => ({ combat }) as unknown as Hero;

test('the picture of a hero shows the Monster whose Strength it has reached, and no other', () => {
  expect(foe(view, hero(11))?.creature).toBe('monster:demon');
  expect(foe(view, hero(10))).toBeUndefined();
  expect(foe({} as View, hero(30))).toBeUndefined();
});
