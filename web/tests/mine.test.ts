import { expect, test } from 'vitest';
import { barOf, isNamed, scaleOf } from '../src/lib/mine-chart';
import { inOrder, NOTHING, queryOf } from '../src/lib/mine-search';
import type { OwnGame } from '../src/lib/types';

const game = (id: string, created: number, asked: number | null, since: number): OwnGame =>
  ({ game: { id, created }, seats: [0], asked, since }) as unknown as OwnGame;

test('own turns come first, and whoever waits longest; then the newest', () => {
  const games = [
    game('old', 1, 1, 5),
    game('new', 9, null, 5),
    game('late', 3, 0, 8),
    game('early', 2, 0, 7),
  ];
  expect(inOrder(games).map(({ game }) => game.id)).toEqual(['early', 'late', 'new', 'old']);
});

test('only what is wished for is asked for, whatever is typed', () => {
  expect(queryOf('finished', NOTHING)).toBe('part=finished&limit=24');
  const asked = new URLSearchParams(
    queryOf('archived', { ...NOTHING, class: 'bard', query: ' a&part=all ' }, '5-x'),
  );
  expect(Object.fromEntries(asked)).toEqual({
    part: 'archived',
    limit: '24',
    query: 'a&part=all',
    class: 'bard',
    after: '5-x',
  });
});

test('no bar leaves its picture, also below nothing', () => {
  for (const values of [[], [0], [31.4, 2], [-4, 12], [0.3]]) {
    const scale = scaleOf(values);
    expect(scale.most).toBeGreaterThan(0);
    for (const value of values) {
      const [from, length] = barOf(value, scale);
      expect(from).toBeGreaterThanOrEqual(0);
      expect(from + length).toBeLessThanOrEqual(1.000001);
    }
  }
  expect(barOf(-4, { least: -4, most: 12 })).toEqual([0, 0.25]);
});

test('names under an axis have room, and the last one has its name', () => {
  const named = Array.from({ length: 36 }, (_, at) => isNamed(at, 36, 5)).map((is, at) => (is ? at : -1));
  const shown = named.filter((at) => at >= 0);
  expect(shown.at(-1)).toBe(35);
  expect(shown.length).toBeLessThanOrEqual(5);
});
