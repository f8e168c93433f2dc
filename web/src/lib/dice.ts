// A die in notation, such as `red5`.
import type { Color } from './types';

export const colorOf = (die: string): Color => die.slice(0, -1) as Color;
export const faceOf = (die: string): number => Number(die.slice(-1));
