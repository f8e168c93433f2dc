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
