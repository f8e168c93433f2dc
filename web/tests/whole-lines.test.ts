import { expect, test } from 'vitest';
import { endOf } from '../src/lib/whole-lines';

test('a log begins with a whole line, and has air below the last', () => {
  // Lines at 0, 20, 40, 60, 80; the last ends at 100; 50 are seen: from 50 on the second would be cut.
  expect(endOf([0, 20, 40, 60, 80], 100, 50)).toEqual({ top: 60, air: 10 });
});

test('where lines end at the edge there is none', () => {
  expect(endOf([0, 20, 40, 60, 80], 100, 60)).toEqual({ top: 40, air: 0 });
  expect(endOf([0, 20], 40, 60)).toEqual({ top: 0, air: 0 });
  expect(endOf([], 0, 60)).toEqual({ top: 0, air: 0 });
});

test('a last line that is higher than its place is read from its beginning', () => {
  expect(endOf([0, 20], 120, 50)).toEqual({ top: 20, air: 0 });
});
