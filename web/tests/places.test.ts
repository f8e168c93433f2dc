import { expect, test } from 'vitest';
import { outcomeOf } from '../src/lib/places';
import type { Place } from '../src/lib/types';

const place = (seat: number, place: number, stars: number, gold: number, dice: number): Place => ({
  seat,
  place,
  stars,
  gold,
  dice,
  decided: null,
  behind: 0,
});

test('of those with as many stars, Gold decides who is ahead, also behind the winner (E8)', () => {
  const places = [place(2, 1, 30, 0, 5), place(0, 2, 24, 7, 5), place(1, 3, 24, 4, 5), place(3, 4, 20, 9, 5)];
  expect(outcomeOf(places, 0)).toMatchObject({
    place: 2,
    shared: false,
    gap: { by: 'stars', n: 6, place: 1 },
  });
  expect(outcomeOf(places, 1)).toMatchObject({
    place: 3,
    shared: false,
    gap: { by: 'gold', n: 3, place: 2 },
  });
  expect(outcomeOf(places, 3)).toMatchObject({ place: 4, gap: { by: 'stars', n: 4, place: 3 } });
});

test('who is alike in everything shares a place, and misses what both miss', () => {
  const places = [place(1, 1, 30, 2, 3), place(0, 2, 24, 4, 5), place(2, 2, 24, 4, 5), place(3, 4, 24, 4, 6)];
  for (const seat of [0, 2])
    expect(outcomeOf(places, seat)).toMatchObject({
      place: 2,
      shared: true,
      gap: { by: 'stars', n: 6, place: 1 },
    });
  expect(outcomeOf(places, 3)).toMatchObject({
    place: 4,
    shared: false,
    gap: { by: 'dice', n: 1, place: 2 },
  });
});

test('who wins is ahead of the next, and lacks nothing', () => {
  const places = [place(1, 1, 30, 2, 3), place(0, 1, 30, 2, 3), place(2, 3, 24, 4, 5)];
  expect(outcomeOf(places, 0)).toEqual({ place: 1, shared: true, gap: null, next: { seat: 2, stars: 6 } });
  expect(outcomeOf([], 0)).toBeNull();
});
