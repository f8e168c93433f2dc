import { expect, test } from 'vitest';
import type { Update } from '../src/lib/differences';
import { roundSteps } from '../src/lib/steps';
import type { GameEvent, View } from '../src/lib/types';

const event = (kind: string, parts: Record<string, unknown> = {}): GameEvent =>
  ({ event: kind, text: kind, ...parts }) as GameEvent;
const card = (number: number, die: string | null, taken_by: number | null = null, gold = 0) => ({
  number,
  die,
  gold,
  taken_by,
});
const before = {
  phase: 'market',
  round: 1,
  start_player: 0,
  market: ['climb', 'wand', null],
  initiative: [card(1, 'red3'), card(2, null, 1)],
  pool: [],
  heroes: [{ gold: 1 }],
} as unknown as View;
const after = {
  ...before,
  phase: 'dice',
  round: 2,
  start_player: 1,
  market: ['sling', 'halberd'],
  initiative: [card(1, 'blue1'), card(2, 'gold6', null, 1)],
  heroes: [{ gold: 3 }],
} as unknown as View;
const events = [
  event('card-discarded', { seat: 0, card: 'climb' }),
  event('initiative-returned', { seat: 1, number: 2 }),
  event('phase-began', { phase: 'cleanup', round: 1 }),
  event('leftover-die-returned', { number: 1 }),
  event('card-discarded', { card: 'wand' }),
  event('card-revealed', { card: 'sling', place: 0 }),
  event('card-revealed', { card: 'halberd', place: 1 }),
  event('gold-laid', { number: 2 }),
  event('start-player-set', { seat: 1 }),
  event('phase-began', { phase: 'roll', round: 2 }),
  event('die-laid', { number: 1, die: 'blue1' }),
];
const told = {
  since: 4,
  version: 5,
  pending: { seat: 0 },
  entries: [{ n: 5, at: 0, who: 0, text: '', events }],
  view: after,
} as unknown as Update;

test('a round changes part by part: the act, what goes, cards, coins, and the dice last', () => {
  const steps = roundSteps(told, {}, before);
  expect(steps.map((step) => step.view!.market)).toEqual([
    [null, 'wand', null],
    [null, null, null],
    ['sling', 'halberd'],
    ['sling', 'halberd'],
  ]);
  expect(steps.map((step) => step.view!.initiative.map(({ die, gold }) => [die, gold]))).toEqual([
    [
      ['red3', 0],
      [null, 0],
    ],
    [
      [null, 0],
      [null, 0],
    ],
    [
      [null, 0],
      [null, 0],
    ],
    [
      [null, 0],
      [null, 1],
    ],
  ]);
  expect(steps.map((step) => [step.view!.phase, step.view!.start_player])).toEqual([
    ['market', 0],
    ['cleanup', 0],
    ['cleanup', 0],
    ['cleanup', 1],
  ]);
  // What heroes have is true from the first; the log grows; nobody is asked in between.
  expect(steps.map((step) => step.view!.heroes[0]!.gold)).toEqual([3, 3, 3, 3]);
  expect(steps.map((step) => step.entries[0]!.events!.length)).toEqual([2, 5, 7, 9]);
  expect(steps.every((step) => step.pending!.seat === 'chance' && step.version === 4)).toBe(true);
});

test('what changes no round, or has nothing before it, is shown as it is', () => {
  expect(roundSteps({ ...told, entries: [] }, {}, before)).toEqual([]);
  expect(roundSteps(told, {}, null)).toEqual([]);
});
