import { expect, test } from 'vitest';
import { readDice } from '../src/lib/quick-dice';

const LETTERS = { R: 'red', W: 'white', X: 'boost' };
const FACES: Record<string, [number, number]> = { red: [1, 6], white: [1, 6], boost: [3, 8] };
const read = (line: string) => readDice(line, LETTERS, FACES);

test.each([
  ['R5 W2', ['red5', 'white2']],
  ['r5w2x8', ['red5', 'white2', 'boost8']],
  [' r1, w6 ', ['red1', 'white6']],
  ['', []],
])('%s is read', (line, dice) => {
  expect(read(line)).toEqual({ dice, wrong: '' });
});

test.each([
  ['R5 Q2', 'Q2'],
  ['R7', 'R7'],
  ['X2', 'X2'],
  ['R', 'R'],
  ['5', '5'],
])('%s is not: it says what is wrong', (line, wrong) => {
  expect(read(line).wrong).toBe(wrong);
});
