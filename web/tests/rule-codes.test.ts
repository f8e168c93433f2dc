import { expect, test } from 'vitest';
import { pieces } from '../src/lib/rule-codes';

test('numbers of rules are found where they stand in brackets', () => {
  expect(pieces('Buy one card (M1, M2).')).toEqual([
    { text: 'Buy one card (' },
    { code: 'M1' },
    { text: ', ' },
    { code: 'M2' },
    { text: ').' },
  ]);
});

test.each(['Roll a D6 and add 3.', 'Only now (at once).', 'Prix : 3 (or).'])('%s cites no rule', (text) => {
  expect(pieces(text)).toEqual([{ text }]);
});

test('nothing is lost', () => {
  const text = 'First (D5), then (A1, X11) and an end';
  const written = pieces(text).map((piece) => ('code' in piece ? piece.code : piece.text));
  expect(written.join('')).toBe(text);
});

test('where the numbers are known they are found without brackets, and nothing else is', () => {
  expect(pieces('D4’s limit, see D5; T9 is none', new Set(['D4', 'D5']))).toEqual([
    { code: 'D4' },
    { text: '’s limit, see ' },
    { code: 'D5' },
    { text: '; T9 is none' },
  ]);
});
