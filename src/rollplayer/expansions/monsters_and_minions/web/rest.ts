// How long Combat Dice roll: what they bring is not told before.

/** Milliseconds until one die has come to rest, and from one to the next (Die, CombatDie). */
const ROLL = 950;
const NEXT = 160;

export const restOf = (dice: number): number => ROLL + NEXT * Math.max(0, dice - 1);
