// A die in notation, such as `red5`.
import type { Color } from './types';

export const colorOf = (die: string): Color => die.replace(/\d+$/, '') as Color;
export const faceOf = (die: string): number => Number(/\d+$/.exec(die)?.[0]);
