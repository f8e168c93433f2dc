import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { setContent } from '../src/lib/content.svelte';
import { useBoxTexts } from '../src/lib/i18n.svelte';
import { clauseOf, newWish, outcome, sentence, wishAbout, type Wish } from '../src/lib/orders';
import type { Content, DiceClause, OrderState, View } from '../src/lib/types';

const named = (names: Record<string, string>) =>
  Object.fromEntries(Object.entries(names).map(([id, name]) => [id, { name }]));

beforeAll(() => {
  const path = new URL('../../src/rollplayer/locale/en/orders.json', import.meta.url);
  useBoxTexts(JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>);
  setContent({
    texts: {
      color: named({ red: 'red', blue: 'blue' }),
      row: named({ str: 'Strength', con: 'Constitution' }),
      kind: named({ weapon: 'Weapon' }),
      card: named({ honest: 'Honest' }),
    },
  } as unknown as Content);
});

const wish = (fields: Partial<Wish>): Wish => ({ ...newWish(fields.turn ?? 'dice'), ...fields });
const said = (...wishes: Partial<Wish>[]): string =>
  sentence(wishes.map((fields) => clauseOf(wish(fields))!));

test('an order is one sentence', () => {
  expect(said({ colors: ['red'], span: 'least', face: 5, rows: ['str'] })).toBe(
    'Take the highest red die of 5 or more and place it in Strength; otherwise ask me.',
  );
  expect(
    said(
      { colors: ['red', 'blue'], rows: ['str', 'con'], withoutAction: true, gold: 3 },
      { span: 'most', face: 2, lowest: true, rows: ['con'], left: 1 },
    ),
  ).toBe(
    'If I have at least 3 Gold: take the highest red or blue die and place it in Strength or Constitution, ' +
      'without the Attribute Action; otherwise if at least 1 Initiative card is left: ' +
      'take the lowest die of 2 or less and place it in Constitution; otherwise ask me.',
  );
  expect(said({ turn: 'market', cards: ['honest'], price: 0 })).toBe(
    'Buy Honest for at most 0 Gold; otherwise ask me.',
  );
  expect(said({ turn: 'market', do: 'discard', kinds: ['weapon'] })).toBe(
    'Discard the dearest card of the kind Weapon; otherwise ask me.',
  );
});

test('every condition is said', () => {
  expect(said({ rows: ['str'], left: 2, leftMost: 3, open: 'con', spaces: 2, lying: ['honest'] })).toBe(
    'If at least 2 Initiative cards are left and at most 3 Initiative cards are left, ' +
      'at least 2 spaces are open in Constitution, and Honest lies in the Market: ' +
      'take the highest die and place it in Strength; otherwise ask me.',
  );
  // Left by another program.
  const left: DiceClause = {
    turn: 'dice',
    take: { least: 2, most: 4 },
    place: ['str'],
    when: [{ if: 'market', card: { kinds: ['weapon'], price: 3 } }],
  };
  expect(sentence([left])).toBe(
    'If a card of the kind Weapon lies in the Market for at most 3 Gold: ' +
      'take the highest die of 2 to 4 and place it in Strength; otherwise ask me.',
  );
});

test('pointing at a place begins an order about it', () => {
  const view = {
    initiative: [
      { number: 3, die: 'red4' },
      { number: 4, die: null },
    ],
    heroes: [{ sheet: { str: ['red1'], con: ['red1', 'red1', 'red1'] } }],
  } as unknown as View;
  const about = (place: string): Partial<Wish> => wishAbout(place, view, 0);
  expect(about('init:3')).toEqual(wish({ colors: ['red'], span: 'least', face: 4 }));
  expect(about('row:str')).toEqual(wish({ rows: ['str'] }));
  expect(about('card:honest')).toEqual(wish({ turn: 'market', cards: ['honest'] }));
  for (const nothing of ['', 'init:4', 'row:con']) expect(about(nothing)).toEqual(wish({}));
});

test('a wish becomes what the server reads', () => {
  expect(clauseOf(wish({ rows: [] }))).toBeNull();
  expect(clauseOf(wish({ span: 'exactly', face: 4, rows: ['str'] }))).toMatchObject({
    turn: 'dice',
    take: { least: 4, most: 4 },
    place: ['str'],
  });
  expect(clauseOf(wish({ span: 'most', face: 2, lowest: true, rows: ['str'] }))).toMatchObject({
    take: { most: 2, lowest: true },
  });
  const all = { gold: 1, left: 2, leftMost: 3, open: 'str', spaces: 2, lyingKinds: ['weapon'] } as const;
  expect(clauseOf(wish({ ...all, lyingKinds: [...all.lyingKinds], rows: ['str'] }))!.when).toEqual([
    { if: 'gold', least: 1 },
    { if: 'initiative', least: 2, most: 3 },
    { if: 'space', row: 'str', least: 2 },
    { if: 'market', card: { cards: [], kinds: ['weapon'] } },
  ]);
  expect(clauseOf(wish({ turn: 'market', left: 3 }))).toEqual({
    turn: 'market',
    do: 'buy',
    card: { cards: [], kinds: [] },
    when: [],
  });
});

test('what became of an order is said', () => {
  const order = { answers: [], ended: '' } as unknown as OrderState;
  expect(outcome(order)).toBe('');
  expect(outcome({ ...order, ended: 'own' })).toBe('You played yourself.');
  expect(outcome({ ...order, ended: 'done', answers: ['Ada took the red 5.', 'Ada placed it.'] })).toBe(
    'Your order: Ada took the red 5. Ada placed it.',
  );
});
