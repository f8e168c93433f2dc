import { expect, test } from 'vitest';
import type { Update } from '$client/lib/differences';
import type { GameEvent } from '$client/lib/types';
import {
  combatSteps,
  courseOf,
  gainsOf,
} from '../../../src/rollplayer/expansions/monsters_and_minions/web/combat-steps';
import type {
  MonsterHero,
  MonsterView,
} from '../../../src/rollplayer/expansions/monsters_and_minions/web/game';

const event = (kind: string, parts: Record<string, unknown> = {}): GameEvent =>
  ({ event: kind, text: kind, ...parts }) as GameEvent;
const hero = (seat: number, more: Partial<MonsterHero>): MonsterHero =>
  ({ seat, standing: { total: 20, lines: { monster: 0 }, goals: {} }, ...more }) as MonsterHero;
const update = (events: GameEvent[][], view: Partial<MonsterView>, more: Partial<Update> = {}): Update => ({
  since: 7,
  version: 9,
  over: false,
  pending: { seat: 0, question: 'monster-hire', text: '', explain: '' },
  seats: {},
  entries_from: 8,
  last_call: null,
  vote: null,
  clock: null,
  result: null,
  entries: events.map((all, i) => ({ n: 8 + i, at: 0, who: i ? 'chance' : 0, text: '', events: all })),
  view: { phase: 'monster-combat', heroes: [], ...view } as unknown as Update['view'],
  ...more,
});
/** The steps with what the box adds to the view. */
const taken = (...about: Parameters<typeof combatSteps>) =>
  combatSteps(...about)!.map((step) => ({ ...step, view: step.view as unknown as MonsterView }));
const FIGHT = event('phase-began', { phase: 'monster-combat' });
const card = (adventure: string) => event('adventure-turned-up', { adventure });
const gained = (seat: number, dice: number, adventure: string) =>
  event('combat-dice-gained', { seat, dice, adventure });

test('cards turn up one after the other, each with the dice it brings', () => {
  const told = update(
    [
      [
        event('gold-gained'),
        event('combat-die-rolled', { seat: 0, face: 6 }),
        FIGHT,
        card('cave'),
        gained(1, 2, 'cave'),
      ],
      [card('barrier')],
      [card('breath'), gained(0, 1, 'breath'), gained(1, 1, 'breath')],
    ],
    {
      adventure: { location: 'cave', obstacle: 'barrier', attack: 'breath' },
      adventure_open: 3,
      heroes: [hero(0, { combat_dice: 2 }), hero(1, { combat_dice: 4 })],
    },
  );
  const seen = {
    '0': {
      options: [{ id: 1, notation: 'pass', text: '' }],
      interruptions: [],
      undo: { can: true, reason: null, text: '', what: 'Pass', others: 0 },
      top_card: null,
      seen: { adventure: { location: 'cave' } },
    },
  };
  const steps = taken(told, seen);
  expect(steps.map((step) => Object.values(step.view.adventure!).filter(Boolean))).toEqual([
    [],
    ['cave'],
    ['cave', 'barrier'],
    ['cave', 'barrier', 'breath'],
  ]);
  expect(steps.map((step) => step.view.adventure_open)).toEqual([0, 1, 2, 3]);
  expect(steps.map((step) => step.view.heroes.map((each) => each.combat_dice))).toEqual([
    [1, 1],
    [1, 3],
    [1, 3],
    [2, 4],
  ]);
  // The log grows with them, and nobody is asked before the last.
  expect(steps.map((step) => step.entries.map((entry) => entry.events!.length))).toEqual([
    [3],
    [5],
    [5, 1],
    [5, 1, 3],
  ]);
  expect(steps.map((step) => step.pending!.seat)).toEqual(['chance', 'chance', 'chance', 0]);
  expect(steps.map((step) => step.version)).toEqual([7, 7, 7, 9]);
  expect(steps[0]!.seats['0']).toMatchObject({
    options: [],
    undo: { can: false },
    seen: { adventure: { location: 'cave' } },
  });
  const { scene, ...last } = steps.at(-1)!;
  expect(last).toEqual(told);
  expect(scene?.about).toEqual({ kind: 'fight', seat: 0 });
});

test('heroes roll one after the other, and the last roll is seen before the score sheet', () => {
  const rolled = (seat: number, face: number) => event('combat-die-rolled', { seat, face });
  const told = update(
    [
      [],
      [rolled(0, 6)],
      [
        rolled(0, 3),
        event('combat-die-rerolled', { seat: 0, from: 6, face: 2 }),
        event('monster-fought', { seat: 0, total: 5, stars: 1 }),
      ],
      [rolled(1, 4), event('monster-fought', { seat: 1, total: 4, stars: 0 })],
    ],
    {
      phase: 'end',
      heroes: [
        hero(0, {
          combat_roll: [2, 3],
          combat: 5,
          monster_stars: 1,
          standing: { total: 20, lines: { monster: 1 }, goals: {} },
        }),
        hero(1, { combat_roll: [4], combat: 4 }),
      ],
    },
    { over: true },
  );
  const steps = taken(told, {});
  expect(steps.map((step) => step.view.heroes.map((each) => each.combat_roll))).toEqual([
    [[2, 3], []],
    [[2, 3], []],
    [[2, 3], [4]],
    [[2, 3], [4]],
    [[2, 3], [4]],
  ]);
  // Each result comes after its dice, and waits to be seen.
  expect(steps.map((step) => step.view.heroes.map((each) => each.combat))).toEqual([
    [0, 0],
    [5, 0],
    [5, 0],
    [5, 4],
    [5, 4],
  ]);
  expect(steps.map((step) => step.stands === 'held')).toEqual([false, true, false, true, false]);
  expect(steps.map((step) => (step.scene?.about as { seat: number })?.seat)).toEqual([0, 0, 1, 1, undefined]);
  expect(steps.map((step) => step.over)).toEqual([false, false, false, false, true]);
  expect(steps.map((step) => step.view.phase)).toEqual([...Array(4).fill('monster-combat'), 'end']);
  const anew = taken(
    update([[event('mercenary-hired', { seat: 0 })], told.entries[1]!.events!, told.entries[2]!.events!], {
      heroes: [told.view!.heroes[0]!],
    }),
    {},
  );
  expect(anew[0]!.view.heroes[0]).toMatchObject({
    combat_roll: [],
    combat: 0,
    monster_stars: 0,
    standing: { total: 19, lines: { monster: 0 } },
  });
});

test('what is rolled on a Hunt is not taken apart', () => {
  const told = update([[event('hunt-begun')], [event('combat-die-rolled', { seat: 0, face: 2 })]], {
    phase: 'market',
  });
  expect(combatSteps(told, {})).toBeUndefined();
});

test('gains belong to their cards, and what is heard begins with the combat', () => {
  const { entries } = update(
    [
      [event('monster-fought'), FIGHT, card('cave'), gained(1, 2, 'cave'), card('barrier')],
      [gained(0, 1, 'breath')],
    ],
    {},
  );
  expect(gainsOf(entries)).toEqual({
    cave: [{ seat: 1, dice: 2 }],
    barrier: [],
    breath: [{ seat: 0, dice: 1 }],
  });
  expect(courseOf(entries)?.map((each) => each.key)).toEqual(['8.2', '8.3', '8.4', '9.0']);
  expect(courseOf(entries.slice(1))).toBeUndefined();
  const ended = update([[FIGHT, event('monster-fought')], [event('phase-began', { phase: 'end' })]], {});
  expect(courseOf(ended.entries)?.map((each) => each.key)).toEqual(['8.1']);
});
