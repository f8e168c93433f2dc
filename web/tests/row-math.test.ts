import { describe, expect, it } from 'vitest';
import { missedBy, neededRange } from '../src/lib/row-math';
import type { Goal } from '../src/lib/types';

const goal = (part: Partial<Goal>): Goal => ({
  goal: '16-17',
  score: 0,
  met: false,
  stars: 2,
  low: 16,
  high: 17,
  needs: null,
  most: 0,
  ...part,
});

describe('what a row still needs', () => {
  it.each([
    [[12, 12], 12, '12'],
    [[5, 8], 12, '5–8'],
    [[5, 12], 12, '5+'],
  ] as const)('%j of at most %i is written %s', (needs, most, text) => {
    expect(neededRange(goal({ needs: [...needs], most }))).toBe(text);
  });

  it('is nothing where no die can bring it', () => {
    expect(neededRange(goal({ most: 6 }))).toBe('');
  });
});

it.each([
  [14, 2],
  [16, 0],
  [17, 0],
  [20, 3],
])('a row of %i misses its goal by %i', (score, by) => {
  expect(missedBy(goal({ score }))).toBe(by);
  expect(missedBy(goal({ score, high: null }))).toBe(score < 16 ? by : 0);
});
