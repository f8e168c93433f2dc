const AT = [24, 50, 76];
const CELLS: Record<number, number[]> = {
  1: [4],
  2: [0, 8],
  3: [0, 4, 8],
  4: [0, 2, 6, 8],
  5: [0, 2, 4, 6, 8],
  6: [0, 2, 3, 5, 6, 8],
  7: [0, 2, 3, 4, 5, 6, 8],
  8: [0, 1, 2, 3, 5, 6, 7, 8],
};

/** Centres of the pips of a face, in a square of 100. */
export const pips = (face: number): [number, number][] =>
  (CELLS[face] ?? []).map((cell) => [AT[cell % 3]!, AT[Math.floor(cell / 3)]!]);

const lines = (line: (at: number) => string, ...at: number[]): string => at.map(line).join('');
const rising = (at: number) =>
  `M${Math.max(3, at - 91)} ${Math.min(94, at)}L${Math.min(97, at)} ${Math.max(2, at - 94)}`;
const falling = (at: number) =>
  `M${Math.max(3, 94 - at)} ${Math.max(2, at - 94)}L${Math.min(97, 191 - at)} ${Math.min(94, at)}`;

/** What tells the dice of a color apart where colors do not: lines across the face. */
export const patterns: Partial<Record<string, string>> = {
  green: lines(rising, 30, 60, 90, 120, 150),
  blue: lines((at) => `M3 ${at}H97`, 18, 34, 62, 80),
  purple: lines(rising, 40, 80, 120, 160) + lines(falling, 40, 80, 120, 160),
  gold: lines((at) => `M${at} 2V94`, 18, 36, 64, 82),
};
