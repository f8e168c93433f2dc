// What one may order for one's next turn, in words; loaded with the part that asks for it.
import { name } from './content.svelte';
import { spoken, t, useMoreTexts } from './i18n.svelte';
import type { DiceClause, LeaveOrder, MarketClause, OrderState, WantedCard, WantedDie } from './types';

export type Clauses = LeaveOrder['clauses'];
type Condition = NonNullable<DiceClause['when']>[number];

export const useOrderTexts = (): Promise<void> =>
  useMoreTexts({
    en: () => import('../../../src/rollplayer/locale/en/orders.json'),
    de: () => import('../../../src/rollplayer/locale/de/orders.json'),
    fr: () => import('../../../src/rollplayer/locale/fr/orders.json'),
  });

/** The question that an order for a turn waits for. */
export const FIRST_QUESTION = { dice: 'take', market: 'market-turn' } as const;
export const MOST_CLAUSES = 4;

/** Red, blue or gold. */
const either = (words: string[]): string =>
  new Intl.ListFormat(spoken() === 'en-XA' ? 'en' : spoken(), { type: 'disjunction' }).format(words);
const both = (words: string[]): string =>
  new Intl.ListFormat(spoken() === 'en-XA' ? 'en' : spoken(), { type: 'conjunction' }).format(words);

function span({ least, most }: WantedDie): string {
  if (least !== undefined && least === most) return t('order.span.exactly', { n: least });
  if (least !== undefined) return t('order.span.least', { n: least });
  return most === undefined ? '' : t('order.span.most', { n: most });
}

function card({ cards = [], kinds = [] }: WantedCard): string {
  if (cards.length) return either(cards.map((each) => name('card', each)));
  return t('order.say.dearest', { kinds: either(kinds.map((each) => name('kind', each))) });
}

/** The conditions that this client offers; another program may have left others, which it leaves unsaid. */
const condition = (each: Condition): string[] =>
  each.if === 'gold'
    ? [t('order.say.if.gold', { n: each.least })]
    : each.if === 'initiative' && each.least !== undefined
      ? [t('order.say.if.initiative', { n: each.least })]
      : [];

function core(clause: DiceClause | MarketClause): string {
  if (clause.turn === 'market') {
    const said = { card: card(clause.card), price: clause.card.price === undefined ? '' : clause.card.price };
    return clause.do === 'buy' ? t('order.say.buy', said) : t('order.say.discard', said);
  }
  return t('order.say.dice', {
    lowest: clause.take.lowest ? 'yes' : 'no',
    colors: either((clause.take.colors ?? []).map((each) => name('color', each))),
    span: span(clause.take),
    rows: either(clause.place.map((each) => name('row', each))),
    action: clause.without_action ? 'no' : 'yes',
  });
}

/** An order as one sentence. */
export function sentence(clauses: Clauses): string {
  const parts = clauses.map((clause) => {
    const conditions = both((clause.when ?? []).flatMap(condition));
    return conditions ? t('order.say.if', { conditions, what: core(clause) }) : core(clause);
  });
  const said = t('order.say.ask', { what: parts.join(t('order.say.otherwise')) });
  return said.charAt(0).toLocaleUpperCase(spoken()) + said.slice(1);
}

/** What became of an order, in words; empty while it waits. */
export function outcome(order: OrderState): string {
  if (order.answers.length) return t('order.did', { answers: order.answers.join(' ') });
  return order.ended && order.ended !== 'done' ? t(`order.ended.${order.ended}`) : '';
}

/** What is filled in for one clause. */
export interface Wish {
  turn: 'dice' | 'market';
  colors: string[];
  span: 'any' | 'least' | 'exactly' | 'most';
  face: number;
  rows: DiceClause['place'];
  withoutAction: boolean;
  do: 'buy' | 'discard';
  cards: string[];
  kinds: string[];
  price: number | null;
  gold: number | null;
  left: number | null;
}

export const newWish = (turn: Wish['turn']): Wish => ({
  turn,
  colors: [],
  span: 'any',
  face: 5,
  rows: [],
  withoutAction: false,
  do: 'buy',
  cards: [],
  kinds: [],
  price: null,
  gold: null,
  left: null,
});

/** The clause of a wish; null if something is missing. */
export function clauseOf(wish: Wish): DiceClause | MarketClause | null {
  const when: Condition[] = [];
  if (wish.gold !== null) when.push({ if: 'gold', least: wish.gold });
  if (wish.turn === 'market') {
    const price = wish.price === null ? {} : { price: wish.price };
    const which = { cards: [...wish.cards], kinds: [...wish.kinds], ...price };
    return { turn: 'market', do: wish.do, card: which, when };
  }
  if (!wish.rows.length) return null;
  if (wish.left !== null) when.push({ if: 'initiative', least: wish.left });
  const take: WantedDie = { colors: [...wish.colors] };
  if (wish.span === 'least' || wish.span === 'exactly') take.least = wish.face;
  if (wish.span === 'most' || wish.span === 'exactly') take.most = wish.face;
  // Whoever wants a low die wants the lowest.
  if (wish.span === 'most') take.lowest = true;
  return { turn: 'dice', take, place: [...wish.rows], without_action: wish.withoutAction, when };
}
