// Dice as one types them from a sheet: a letter and a face each, such as "R5 w2k1".

/** The dice that a line names, and the first thing in it that is none. */
export function readDice(
  line: string,
  letters: Record<string, string>,
  faces: Record<string, [number, number]>,
): { dice: string[]; wrong: string } {
  const dice: string[] = [];
  for (const [whole, letter, face] of line.toUpperCase().matchAll(/([^\s\d,;]+)(\d*)|[^\s,;]/gu)) {
    const color = letter && letters[letter];
    const [low, high] = (color && faces[color]) || [1, 0];
    if (!color || !face || Number(face) < low || Number(face) > high) return { dice, wrong: whole };
    dice.push(`${color}${face}`);
  }
  return { dice, wrong: '' };
}
