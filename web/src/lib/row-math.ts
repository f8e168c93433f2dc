// Small sums for the eye. What a goal needs, whether it is met and what it is worth says the server.
import { fact } from './content.svelte';
import { faceOf } from './dice';
import type { Goal, Hero, Row } from './types';

export const diceSum = (dice: string[]): number => dice.reduce((sum, die) => sum + faceOf(die), 0);
export const raceBonus = (hero: Hero, row: Row): number =>
  Number(fact('race', hero.race)['modifiers']?.[row] ?? 0);
export const weaponBonus = (hero: Hero, row: Row, goal: Goal): number =>
  goal.score - diceSum(hero.sheet[row]) - raceBonus(hero, row);

/** How far a row is from its goal. */
export const missedBy = ({ low, high, score }: Goal): number =>
  Math.max(0, low - score, score - (high ?? Infinity));

/** What the open spaces must bring, in few characters: `7`, `5–8`, or `5+` where no more can come. */
export function neededRange({ needs, most }: Goal): string {
  if (!needs) return '';
  const [least, last] = needs;
  if (least === last) return String(least);
  return last >= most ? `${least}+` : `${least}–${last}`;
}

/** The color and space a Backstory wants, by spot. */
export function backstorySpots(hero: Hero): Record<string, string> {
  const wanted = (fact('backstory', hero.backstory)['dice'] ?? {}) as Record<string, [string, number]>;
  return Object.fromEntries(Object.entries(wanted).map(([row, [color, place]]) => [`${row}${place}`, color]));
}
