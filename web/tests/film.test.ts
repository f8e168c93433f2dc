import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Box } from '../src/lib/box';
import { useBoxes } from '../src/lib/boxes.svelte';
import { Film } from '../src/lib/film.svelte';
import { settings } from '../src/lib/settings.svelte';
import type { Replay } from '../src/lib/types';

/** A box that shows large whatever is called a duel, and then the table. */
const box = {
  name: 'toy',
  steps: (told) =>
    told.entries.some((entry) => (entry.events ?? []).some(({ event }) => event === 'duel'))
      ? [
          { ...told, seats: {}, scene: { box: 'toy', about: told.version } },
          { ...told, seats: {} },
        ]
      : undefined,
} satisfies Partial<Box> as Box;

const frame = (n: number, event: string) => ({
  n,
  who: n ? 0 : null,
  round: 1,
  text: event,
  events: [{ event, text: event }],
  changes: n ? {} : { heroes: [], market: [], phase: 'dice' },
  pending: null,
});
const replay = {
  seats: ['Ada'],
  header: {},
  frames: [frame(0, ''), frame(1, 'duel'), frame(2, 'rest'), frame(3, 'duel')],
  story: { moments: [], rounds: [], places: [], next_rank: null },
} as unknown as Replay;

const size = (width: number, height: number) => {
  vi.stubGlobal('innerWidth', width);
  vi.stubGlobal('innerHeight', height);
};
const sceneAt = (n: number): unknown => {
  const film = new Film();
  film.develop(replay, n);
  const about = film.shown?.scene?.about;
  film.close();
  return about;
};

beforeAll(() => useBoxes([{ info: { id: 'toy' } as never, box }]));
beforeEach(() => size(1440, 900));

test('a jump into the middle of a scene shows it, and the end of a game is looked at without one', () => {
  expect([0, 1, 2, 3].map(sceneAt)).toEqual([undefined, 1, undefined, undefined]);
});

test('on a phone on its side the controls take the room of a scene', () => {
  size(844, 390);
  expect(sceneAt(1)).toBeUndefined();
});

test('where nothing moves, a step forward shows the frame with its scene', () => {
  settings.speed = 'off';
  const film = new Film();
  film.develop(replay, 0);
  film.toDecision(1);
  expect([film.at, film.behind, film.shown?.scene?.about]).toEqual([1, 0, 1]);
});
