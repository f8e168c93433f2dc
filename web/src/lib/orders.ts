// What one may order for one's next turn, in words; loaded with the part that asks for it.
import { name } from './content.svelte';
import { spoken, t, useMoreTexts } from './i18n.svelte';
import { colorOf, faceOf } from './dice';
import type {
  DiceClause,
  HasSpace,
  LeaveOrder,
  MarketClause,
  OrderState,
  View,
  WantedCard,
  WantedDie,
} from './types';

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
  if (least !== undefined && most !== undefined) return t('order.span.between', { n: least, most });
  if (least !== undefined) return t('order.span.least', { n: least });
  return most === undefined ? '' : t('order.span.most', { n: most });
}

function card({ cards = [], kinds = [] }: WantedCard, among: 'dearest' | 'any' = 'dearest'): string {
  if (cards.length) return either(cards.map((each) => name('card', each)));
  return t(`order.say.${among}`, { kinds: either(kinds.map((each) => name('kind', each))) });
}

function condition(each: Condition): string {
  switch (each.if) {
    case 'gold':
      return t('order.say.if.gold', { n: each.least });
    case 'space':
      return t('order.say.if.space', { n: each.least ?? 1, row: name('row', each.row) });
    case 'market':
      return t('order.say.if.market', { card: card(each.card, 'any'), price: each.card.price ?? '' });
    case 'initiative': {
      const bounds = [
        ...(each.least === undefined ? [] : [t('order.say.if.initiative', { n: each.least })]),
        ...(each.most === undefined ? [] : [t('order.say.if.initiative.most', { n: each.most })]),
      ];
      return both(bounds);
    }
  }
}

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
    const conditions = both((clause.when ?? []).map(condition).filter(Boolean));
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

const READ = 'rollplayer.order-read';

/** The order whose outcome was closed last: it is no news after the page is loaded again. */
export function newsRead(): string {
  try {
    return localStorage.getItem(READ) ?? '';
  } catch {
    return ''; // storage is forbidden: it is told once more
  }
}

export function keepNewsRead(order: string): void {
  try {
    localStorage.setItem(READ, order);
  } catch {
    // storage is forbidden: it is told once more
  }
}

/** What is filled in for one clause. */
export interface Wish {
  turn: 'dice' | 'market';
  colors: string[];
  span: 'any' | 'least' | 'exactly' | 'most';
  face: number;
  lowest: boolean;
  rows: DiceClause['place'];
  withoutAction: boolean;
  do: 'buy' | 'discard';
  cards: string[];
  kinds: string[];
  price: number | null;
  gold: number | null;
  left: number | null;
  leftMost: number | null;
  /** The row that must have open spaces, and how many. */
  open: HasSpace['row'] | null;
  spaces: number;
  /** What must lie in the Market: one of these cards, or one of these kinds. */
  lying: string[];
  lyingKinds: string[];
}

export const newWish = (turn: Wish['turn']): Wish => ({
  turn,
  colors: [],
  span: 'any',
  face: 5,
  lowest: false,
  rows: [],
  withoutAction: false,
  do: 'buy',
  cards: [],
  kinds: [],
  price: null,
  gold: null,
  left: null,
  leftMost: null,
  open: null,
  spaces: 1,
  lying: [],
  lyingKinds: [],
});

/** The wish that pointing at a place of the table means: `card:climb`, `row:str`, `init:3`. */
export function wishAbout(place: string, view: View, seat: number): Wish {
  const [kind, id = ''] = place.split(':');
  if (kind === 'card') return { ...newWish('market'), cards: [id] };
  const wish = newWish('dice');
  const row = id as HasSpace['row'];
  if (kind === 'row' && view.heroes[seat]!.sheet[row].length < 3) return { ...wish, rows: [row] };
  const die = view.initiative.find((card) => place === `init:${card.number}`)?.die;
  return die ? { ...wish, colors: [colorOf(die)], span: 'least', face: faceOf(die) } : wish;
}

/** The conditions of a wish: at most as many as the server takes. */
function conditionsOf(wish: Wish): Condition[] {
  const when: Condition[] = [];
  if (wish.gold !== null) when.push({ if: 'gold', least: wish.gold });
  if (wish.turn === 'dice' && (wish.left !== null || wish.leftMost !== null))
    when.push({
      if: 'initiative',
      ...(wish.left === null ? {} : { least: wish.left }),
      ...(wish.leftMost === null ? {} : { most: wish.leftMost }),
    });
  if (wish.open) when.push({ if: 'space', row: wish.open, least: wish.spaces });
  if (wish.lying.length || wish.lyingKinds.length)
    when.push({ if: 'market', card: { cards: [...wish.lying], kinds: [...wish.lyingKinds] } });
  return when;
}

/** The clause of a wish; null if something is missing. */
export function clauseOf(wish: Wish): DiceClause | MarketClause | null {
  const when = conditionsOf(wish);
  if (wish.turn === 'market') {
    const price = wish.price === null ? {} : { price: wish.price };
    const which = { cards: [...wish.cards], kinds: [...wish.kinds], ...price };
    return { turn: 'market', do: wish.do, card: which, when };
  }
  if (!wish.rows.length) return null;
  const take: WantedDie = { colors: [...wish.colors] };
  if (wish.span === 'least' || wish.span === 'exactly') take.least = wish.face;
  if (wish.span === 'most' || wish.span === 'exactly') take.most = wish.face;
  if (wish.lowest) take.lowest = true;
  return { turn: 'dice', take, place: [...wish.rows], without_action: wish.withoutAction, when };
}
