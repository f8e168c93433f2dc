import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { setContent } from '../src/lib/content.svelte';
import { useBoxTexts } from '../src/lib/i18n.svelte';
import { clauseOf, newWish, outcome, sentence, type Wish } from '../src/lib/orders';
import type { Content, OrderState } from '../src/lib/types';

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
      { span: 'most', face: 2, rows: ['con'], left: 1 },
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

test('a wish becomes what the server reads', () => {
  expect(clauseOf(wish({ rows: [] }))).toBeNull();
  expect(clauseOf(wish({ span: 'exactly', face: 4, rows: ['str'] }))).toMatchObject({
    turn: 'dice',
    take: { least: 4, most: 4 },
    place: ['str'],
  });
  expect(clauseOf(wish({ span: 'most', face: 2, rows: ['str'] }))).toMatchObject({
    take: { most: 2, lowest: true },
  });
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
