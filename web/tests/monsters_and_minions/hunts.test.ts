import { expect, test } from 'vitest';
import { useBoxes } from '$client/lib/boxes.svelte';
import { choicesOf, offer } from '$client/lib/decide';
import box from '../../../src/rollplayer/expansions/monsters_and_minions/web';
import {
  combatSum,
  sumText,
  type MonsterEvent,
  type MonsterHero,
} from '../../../src/rollplayer/expansions/monsters_and_minions/web/game';
import {
  diceText,
  latestHunt,
  outcomeOf,
} from '../../../src/rollplayer/expansions/monsters_and_minions/web/hunts';
import { pips } from '$client/lib/pips';
import type { Entry } from '$client/lib/types';

const entry = (n: number, ...events: Partial<MonsterEvent>[]): Entry => ({
  n,
  at: 0,
  who: 0,
  text: '',
  events: events.map((each) => ({ text: '', event: '', ...each })) as Entry['events'],
});

test('the latest Hunt is told with its dice as they lie', () => {
  const hunt = latestHunt([
    entry(
      1,
      { event: 'hunt-begun', seat: 1, minion: 'goblin' },
      { event: 'minion-to-bottom' },
      { event: 'minion-turned-up', minion: 'ogre' },
    ),
    entry(2, { event: 'combat-die-rolled', face: 2 }, { event: 'combat-die-rolled', face: 5 }),
    entry(3, { event: 'combat-die-rerolled', from: 2, face: 6 }),
    entry(
      4,
      { event: 'hunt-ended', seat: 1, total: 11, text: 'done' },
      { event: 'minion-turned-up', minion: 'gnoll' },
    ),
  ]);
  expect(hunt).toMatchObject({ seat: 1, minion: 'ogre', faces: [6, 5], total: 11, text: 'done' });
  expect(
    latestHunt([
      entry(1, { event: 'hunt-begun' }),
      entry(2, { event: 'hunt-ended', total: 3 }),
      entry(3, { event: 'phase-began' }),
    ]),
  ).toBeNull();
});

test('a Combat Die is pointed at, and a button says that it is rolled again', () => {
  useBoxes([{ info: { id: box.name, name: '', module: null, table: [], hero: [], verbs: [] }, box }]);
  const choices = choicesOf(
    [
      { id: 1, notation: 'reroll 3', text: '' },
      { id: 2, notation: 'pass', text: '' },
    ],
    'nn',
  );
  expect([...offer(choices, []).glow]).toEqual(['combat:3']);
  expect(offer(choices, ['combat:3']).done).toBeNull();
  expect(offer(choices, ['combat:3']).buttons.map((choice) => choice.option.notation)).toEqual(['reroll 3']);
});

test.each([1, 2, 3, 4, 5, 6, 7, 8])('face %i has as many pips, each in a place of its own', (face) => {
  expect(new Set(pips(face).map(String)).size).toBe(face);
});

const SAYS = {
  t: (key: string, args: object = {}): string => [key, ...Object.values(args)].join(' '),
  name: (_: string, id: string | null | undefined): string => String(id),
};

test('a Hunt says whether it was won', () => {
  const ended = (...gains: string[]): string =>
    outcomeOf(
      SAYS,
      latestHunt([
        entry(1, { event: 'hunt-begun', seat: 0, minion: 'ogre' }),
        entry(2, { event: 'hunt-ended', total: 3 }, ...gains.map((event) => ({ event, seat: 0 }))),
      ])!,
    );
  expect(ended('xp-gained', 'trophy-taken')).toBe('monsters.trophy-won ogre');
  expect(ended('gold-gained')).toBe('monsters.won');
  expect(ended('injury-gained')).toBe('monsters.lost');
  expect(ended()).toBe('monsters.lost');
});

test('Combat Dice are told by where they come from', () => {
  expect(diceText(SAYS, 5, 2, 1)).toBe('monsters.dice 5 2 2 1');
});

test('dice against the Monster are counted before they are final', () => {
  const now = {
    view: { monster: 'demon', ladder: [0, 9, 11].map((from, stars) => ({ from, stars })) } as never,
    fact: () => ({ worthless: [1], injury: 2 }),
  };
  const hero = { combat_roll: [6, 5, 1], combat_dice: 3, honor: 1, injuries: 1 } as unknown as MonsterHero;
  const sum = combatSum(now, hero)!;
  expect(sum).toEqual({ faces: [6, 5], honor: 1, injuries: 2, total: 10, stars: 1, best: false });
  expect(combatSum(now, { ...hero, combat_roll: [6, 6, 1] })).toMatchObject({ stars: 2, best: true });
  expect(sumText(SAYS, sum)).toBe('6 + 5 + 1 honor − 2 injury = reason.combat 10');
  expect(combatSum(now, { ...hero, combat_roll: [6] })).toBeNull();
});
