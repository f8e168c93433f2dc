// How the table lies in its window. The places of each shape are said in style/shapes.
import type { Choice } from './decide';
import type { View } from './types';

/** A desk: three columns. Tall: two, as on an upright tablet. Phone and flat: tabs, upright and on its side. */
export type Shape = 'desk' | 'tall' | 'phone' | 'flat';
export type Tab = 'table' | 'market' | 'cards' | 'rivals' | 'log';
export const TABS: Tab[] = ['table', 'market', 'cards', 'rivals', 'log'];

export function shapeOf(width: number, height: number): Shape {
  if (width <= 760 && height > width) return 'phone';
  if (height <= 520) return width < 480 ? 'phone' : 'flat';
  return width < 960 || width < height * 1.15 ? 'tall' : 'desk';
}

export const hasTabs = (shape: Shape): boolean => shape === 'phone' || shape === 'flat';

/** On which tab of a phone a part of the table lies. */
export function tabOf(part: Element): Tab {
  if (part.closest('.own')) return 'cards';
  if (part.closest('.others')) return 'rivals';
  return part.closest('.box, .market') ? 'market' : 'table';
}

/** The same for a card that lies where it has buttons of its own: on offer, or before the hero. */
export const tabOfCard = (play: { market: (string | null)[] }, card: string): Tab =>
  play.market.includes(card) ? 'market' : 'cards';

/** Where the places of a question lie on a phone. */
export function tabFor(play: {
  asked: boolean;
  view: View | null;
  market: (string | null)[];
  choices: Choice[];
}): Tab {
  if (!play.asked) return play.view?.phase === 'market' ? 'market' : 'table';
  const { discard_pile = [] } = play.view ?? {};
  const onOffer = new Set([...play.market, ...discard_pile].map((card) => `card:${card}`));
  const parts = play.choices
    .filter((choice) => !choice.interrupt)
    .flatMap((choice) => choice.parts.filter((part) => !part.startsWith('act:')));
  if (parts.some((part) => onOffer.has(part))) return 'market';
  if (parts.some((part) => /^(spot|row|init|hand|pool):/.test(part))) return 'table';
  if (parts.some((part) => /^(card|space):/.test(part))) return 'cards';
  // Buttons alone: about what a box has on the table, or about the dice.
  return play.view?.phase === 'dice' || play.view?.phase === 'roll' ? 'table' : 'market';
}
