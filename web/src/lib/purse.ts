// What a hero owns that a box has brought.
import type { PurseItem } from './box';
import { broughtBy } from './boxes.svelte';
import type { Hero } from './types';

const fieldOf = (hero: Hero, field: string): unknown => (hero as unknown as Record<string, unknown>)[field];

export type Owned = PurseItem & { n: number };

/** How much a hero has of what boxes add to the purse; what they have none of is left out unless it is always shown. */
export const ownedOf = (hero: Hero, among: (item: PurseItem) => boolean = () => true): Owned[] =>
  broughtBy((box) => box.purse?.filter(among)).flatMap((item) => {
    const held = fieldOf(hero, item.field);
    if (held === undefined) return [];
    const n = Array.isArray(held) ? held.length : Number(held);
    return n || item.always ? [{ ...item, n }] : [];
  });

/** The dice a hero may place. */
export const diceInHand = (hero: Hero): string[] => [
  ...hero.hand,
  ...broughtBy((box) => box.hand).flatMap((field) => (fieldOf(hero, field) ?? []) as string[]),
];
