// Small sums for the eye. Whether a goal is met and what it is worth says the server.
import { fact } from './content.svelte';
import { faceOf } from './dice';
import type { Goal, Hero, Row } from './types';

export const diceSum = (dice: string[]): number => dice.reduce((sum, die) => sum + faceOf(die), 0);
export const raceBonus = (hero: Hero, row: Row): number =>
  Number(fact('race', hero.race)['modifiers']?.[row] ?? 0);
export const weaponBonus = (hero: Hero, row: Row, goal: Goal): number =>
  goal.score - diceSum(hero.sheet[row]) - raceBonus(hero, row);

/** `16-17` as numbers; no upper end is Infinity. */
export function bounds(goal: string): [number, number] {
  if (goal.endsWith('+')) return [Number(goal.slice(0, -1)), Infinity];
  const [low, high] = goal.split('-').map(Number);
  return [low!, high ?? low!];
}

/** `most` is what the open spaces can bring. */
export interface Missing {
  low: number;
  high: number;
  open: number;
  most: number;
  possible: boolean;
}

/** What the open spaces of a row still have to bring with dice of these faces. */
export function missing(goal: Goal, filled: number, [lowest, highest]: [number, number]): Missing {
  const [low, high] = bounds(goal.goal);
  const open = 3 - filled;
  const need = low - goal.score;
  const room = high - goal.score;
  const fewest = open * lowest;
  const most = open * highest;
  return {
    low: Math.max(need, fewest),
    high: Math.min(room, most),
    open,
    most,
    possible: open ? need <= most && room >= fewest : goal.met,
  };
}

/** The color and space a Backstory wants, by spot. */
export function backstorySpots(hero: Hero): Record<string, string> {
  const wanted = (fact('backstory', hero.backstory)['dice'] ?? {}) as Record<string, [string, number]>;
  return Object.fromEntries(Object.entries(wanted).map(([row, [color, place]]) => [`${row}${place}`, color]));
}

/** The printed cost less what the own cards take off. */
export function priceFor(hero: Hero | null, card: string): number {
  const off = (hero?.cards ?? []).reduce((sum, own) => {
    const changes = (fact('card', own)['modify'] ?? []) as { number: string; add: number }[];
    return (
      sum + changes.filter((each) => each.number === 'discount').reduce((all, each) => all + each.add, 0)
    );
  }, 0);
  return Math.max(0, Number(fact('card', card)['cost'] ?? 0) - off);
}

const STEP: Record<string, [number, number]> = {
  good: [-1, 0],
  evil: [1, 0],
  lawful: [0, -1],
  chaotic: [0, 1],
};

/** Where an arrow would take the token, or null off the grid. */
export function arrowLeads(token: string, arrow: string | undefined): number | null {
  const step = arrow ? STEP[arrow] : undefined;
  if (!step) return null;
  const at = ['lg', 'ng', 'cg', 'ln', 'nn', 'cn', 'le', 'ne', 'ce'].indexOf(token);
  const line = Math.floor(at / 3) + step[0];
  const column = (at % 3) + step[1];
  return line < 0 || line > 2 || column < 0 || column > 2 ? null : line * 3 + column;
}
