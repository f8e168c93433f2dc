import { expect, test } from 'vitest';
import { endings } from '../src/lib/fit-line';

test('what happened first goes first, and what happened last stays', () => {
  expect(endings('Ada: took card 3; placed it on STR 1: +2 Gold; bought Weak.')).toEqual([
    'Ada: took card 3; placed it on STR 1: +2 Gold; bought Weak.',
    '… placed it on STR 1: +2 Gold; bought Weak.',
    '… bought Weak.',
  ]);
  expect(endings('')).toEqual(['']);
});
