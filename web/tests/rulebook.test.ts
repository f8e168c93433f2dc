import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { chapters } from '../src/lib/rulebook';

const markdown = readFileSync(new URL('../../docs/rules.md', import.meta.url), 'utf8');

test('every numbered rule is shown, without markup', () => {
  const rules = chapters(markdown).flatMap((chapter) => chapter.rules);
  const numbers = [...markdown.matchAll(/^- ([A-Z]\d+) /gm)].map((found) => found[1]);
  expect(rules.map((rule) => rule.number)).toEqual(numbers);
  expect(numbers.length).toBeGreaterThan(150);
  for (const rule of rules) expect(rule.text).not.toMatch(/\*\*|`|\]\(/);
});

test('a rule stands in its chapter with its words', () => {
  const dice = chapters(markdown).find((chapter) => chapter.letter === 'D')!;
  expect(dice.title).toMatch(/^Dice Phase/);
  expect(dice.rules[4]).toEqual({ number: 'D5', text: 'STR: one die to its opposite face.', ruling: false });
});
