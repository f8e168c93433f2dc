import { expect, test } from 'vitest';
import { sidesOf } from '../src/lib/cube';

test.each([1, 2, 3, 4, 5, 6])('a die that shows %i shows two more sides, never its opposite', (front) => {
  const faces = sidesOf(front).map((side) => side.face);
  expect(faces).toHaveLength(3);
  expect(faces).toContain(front);
  for (const face of faces) expect(faces).not.toContain(7 - face);
});

test('the front lies nearly square, the others aslant', () => {
  const width = (transform: string) => Number(/matrix\(([-\d.]+)/.exec(transform)![1]);
  const [front, ...others] = sidesOf(1)
    .map((side) => Math.abs(width(side.transform)))
    .sort((a, b) => b - a);
  expect(front).toBeGreaterThan(0.8);
  expect(Math.min(...others)).toBeLessThan(0.4);
});
