import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { chapters, opening, rulebook } from '../src/lib/rulebook';

const written = (language: string) =>
  readFileSync(
    new URL(`../../docs/rules${language === 'en' ? '' : `.${language}`}.md`, import.meta.url),
    'utf8',
  );
const told = {
  en: {
    marker: 'Ruling',
    dice: 'Dice Phase',
    d5: 'STR: one die to its opposite face.',
    ruling: 'on a Boost Die 11 - f.',
  },
  de: {
    marker: 'Festlegung',
    dice: 'Würfelphase',
    d5: 'STR: einen Würfel auf die gegenüberliegende Seite wenden.',
    ruling: 'beim Boost-Würfel 11 - f.',
  },
  fr: {
    marker: 'Décision',
    dice: 'Phase de Développement',
    d5: 'STR\u00a0: retournez un dé sur sa face opposée.',
    ruling: 'sur un dé Boost, 11 − f.',
  },
};

describe.each(Object.entries(told))('the rules in %s', (language, { marker, dice, d5, ruling }) => {
  const markdown = written(language);
  const book = chapters(markdown, language);
  const rules = book.flatMap((chapter) => chapter.rules);

  test('every numbered rule is shown, without markup', () => {
    const numbers = [...markdown.matchAll(/^- ([A-Z]\d+) /gm)].map((found) => found[1]);
    expect(rules.map((rule) => rule.number)).toEqual(numbers);
    expect(numbers.length).toBeGreaterThan(150);
    for (const text of [...rules.map((rule) => rule.text), ...book.map((chapter) => chapter.title)])
      expect(text).not.toMatch(/\*|`|\]\(/);
  });

  test('a rule stands in its chapter with its words', () => {
    const chapter = book.find((each) => each.letter === 'D')!;
    expect(chapter.title.startsWith(dice)).toBe(true);
    expect(chapter.rules[4]).toEqual({ number: 'D5', text: d5, ruling: false });
  });

  test('a ruling is marked in the language of the rest', () => {
    const colon = language === 'fr' ? '\u00a0:' : ':';
    const boost = rules.find((rule) => rule.number === 'C6')!;
    expect(boost.ruling).toBe(true);
    expect(boost.text.endsWith(`${marker}${colon} ${ruling}`)).toBe(true);
    expect(book.find((each) => each.letter === 'V')!.title).toContain(`${marker}${colon} `);
    expect(rules.filter((rule) => rule.ruling).length).toBeGreaterThan(60);
  });

  test('it begins with a round in five lines and an example whose dice meet their goal', () => {
    const { title, lines, example } = opening(markdown);
    expect(title).not.toMatch(/^[A-Z] {2}/);
    expect(lines).toHaveLength(5);
    const cited = lines.flatMap((line) => line.match(/\b[A-Z]\d+\b/g) ?? []);
    expect(rules.map((rule) => rule.number)).toEqual(expect.arrayContaining(cited));
    expect(cited.length).toBeGreaterThan(6);
    const dice = (line: string) => [...line.matchAll(/`[a-z]+(\d)`/g)].map((found) => Number(found[1]));
    const sum = (line: string) => dice(line).reduce((all, face) => all + face, 0);
    expect(example).toHaveLength(3);
    expect(example.slice(1).map(sum)).toEqual([13, 16]);
    expect(example[1]).toContain('13');
    expect(example[2]).toContain('16');
  });

  test('the file of the language is the one that is loaded', async () => {
    expect(await rulebook(language)).toEqual(book);
  });
});

test('a language without rules of its own has the English ones', async () => {
  expect(await rulebook('en-XA')).toEqual(chapters(written('en'), 'en'));
});
