// How long Combat Dice roll: what they bring is not told before.

/** Milliseconds until a scene stands, until one die has come to rest, and from one to the next. */
export const ENTERED = 350;
const ROLL = 950;
export const NEXT = 160;

export const restOf = (dice: number): number => ENTERED + ROLL + NEXT * Math.max(0, dice - 1);
