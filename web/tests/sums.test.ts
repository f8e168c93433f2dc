import { beforeEach, describe, expect, it } from 'vitest';
import { content, faces, setContent } from '../src/lib/content.svelte';
import { bounds, missing } from '../src/lib/sums';
import type { Goal } from '../src/lib/types';

const BASE: Record<string, [number, number]> = { red: [1, 6], gold: [1, 6] };
const BOOST: Record<string, [number, number]> = { ...BASE, boost: [3, 8] };
const goal = (goal: string, score: number): Goal => ({ goal, score, met: false, stars: 2 });

function play(dice: Record<string, [number, number]>): void {
  setContent({ ...content.now, score: { ...content.now.score, dice } });
}

describe('what a row still needs', () => {
  beforeEach(() => play(BASE));

  it('is out of reach of six-faced dice', () => {
    expect(faces()).toEqual([1, 6]);
    expect(missing(goal('15+', 0), 1, faces()).possible).toBe(false);
    expect(missing(goal('12+', 0), 1, faces())).toMatchObject({ low: 12, high: 12, possible: true });
  });

  it('is in reach where a Boost Die can fill it', () => {
    play(BOOST);
    expect(faces()).toEqual([1, 8]);
    expect(missing(goal('15+', 0), 1, faces())).toMatchObject({
      low: 15,
      high: 16,
      most: 16,
      possible: true,
    });
    expect(missing(goal('17+', 0), 1, faces()).possible).toBe(false);
  });

  it('cannot be less than the lowest faces bring', () => {
    expect(missing(goal('14-15', 15), 2, faces())).toMatchObject({ possible: false });
    expect(missing(goal('14-16', 15), 2, faces())).toMatchObject({ low: 1, high: 1, possible: true });
  });
});

it.each([
  ['17', [17, 17]],
  ['16-17', [16, 17]],
  ['14+', [14, Infinity]],
])('reads a goal of %s', (text, ends) => {
  expect(bounds(text)).toEqual(ends);
});
