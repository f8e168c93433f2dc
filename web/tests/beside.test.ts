import { expect, test } from 'vitest';
import { beside, overlap, type Box, type Size } from '../src/lib/beside';

const box = (left: number, top: number, width: number, height: number): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});
const WINDOW = box(0, 0, 1000, 600);
const NOTE: Size = { width: 300, height: 200 };
const covered = (thing: Box, ...others: Box[]): number => {
  const kept = [{ box: thing, weight: 100 }, ...others.map((other) => ({ box: other, weight: 1 }))];
  const { left, top } = beside(NOTE, WINDOW, kept);
  return overlap(box(left, top, NOTE.width, NOTE.height), thing);
};

test('with nothing to keep in sight a note lies in the lower right corner', () => {
  expect(beside(NOTE, WINDOW, [])).toEqual({ left: 688, top: 388 });
});

test.each([
  ['the lower right corner', box(700, 400, 250, 150)],
  ['the whole right half', box(500, 0, 500, 600)],
  ['the lower half', box(0, 310, 1000, 290)],
  ['the middle', box(330, 220, 340, 200)],
  ['all but a strip on the left', box(320, 0, 680, 600)],
])('it never covers %s', (_, thing) => {
  expect(covered(thing)).toBe(0);
});

test('what matters less is covered first', () => {
  const [bar, thing] = [box(0, 0, 1000, 290), box(0, 310, 1000, 290)];
  expect(covered(thing, bar)).toBe(0);
});

test('it stays in the window where there is no room at all', () => {
  expect(beside(NOTE, box(0, 0, 200, 100), [])).toEqual({ left: 12, top: 12 });
});
