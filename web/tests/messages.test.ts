import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse, pseudo, render } from '../src/lib/messages';

interface Case {
  key: string;
  language: string;
  text: string;
  given: Record<string, string | number>;
  told: string;
}
// tests/browser/test_texts.py hands over what Python renders; alone, this is a sample of it.
const sample: Case[] = [
  {
    key: 'dice',
    language: 'en',
    text: '{n, plural, one {# die} other {# dice}}',
    given: { n: 3 },
    told: '3 dice',
  },
  {
    key: 'dice',
    language: 'fr',
    text: '{n, plural, one {# dé} other {# dés}}',
    given: { n: 0 },
    told: '0 dé',
  },
  {
    key: 'none',
    language: 'de',
    text: 'Nimm {die, select, none {den Würfel} other {{die}}}',
    given: { die: '' },
    told: 'Nimm den Würfel',
  },
];
const cases: Case[] = process.env['CASES']
  ? (JSON.parse(readFileSync(process.env['CASES'], 'utf8')) as Case[])
  : sample;

test('messages read as they do in Python', () => {
  for (const each of cases)
    expect(render(parse(each.text), each.given, each.language), each.key).toBe(each.told);
});

test('what cannot be read is refused', () => {
  expect(() => parse('{n, plural, one {x}}')).toThrow();
  expect(() => parse('{n')).toThrow();
  expect(() => render(parse('{n}'), {}, 'en')).toThrow();
});

test('the test language is longer and keeps its arguments', () => {
  const longer = pseudo('Take {n} dice');
  expect(longer.length).toBeGreaterThanOrEqual(Math.round('Take {n} dice'.length * 1.35));
  expect(render(parse(longer), { n: 4 }, 'en')).toContain('4');
});
