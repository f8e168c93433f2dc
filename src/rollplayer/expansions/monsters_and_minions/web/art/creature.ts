// What the creatures have in common.
import { disc, flat, pair, solid, stroke, type Layer } from '$client/faces/shapes';

/** Eyes without whites, that glow. */
export const glowing = (x: number, y: number, w = 13, h = 7, slant = 4): Layer[] => [
  pair(flat(disc(x, y, w + 5, h + 5), 'iris', 0.3)),
  pair(
    solid(
      `M${x - w} ${y - slant}Q${x + 2} ${y - h} ${x + w} ${y + slant}Q${x - 1} ${y + h + 6} ${x - w} ${y - slant}Z`,
      'iris',
      3.5,
    ),
  ),
  pair(flat(disc(x, y + 2, 2.4, h * 0.72), 'ink')),
  pair(flat(disc(x - 4, y, 2), 'white')),
];

export const fangs = (x: number, y: number, length: number, width = 9): Layer =>
  pair(solid(`M${x - width / 2} ${y}L${x + width / 2} ${y}L${x} ${y + length}Z`, 'white', 3));

/** Shoulders of a creature, to the lower edge. */
export const shoulders = (tone = 'skin', shade = 'skinShade'): Layer[] => [
  solid('M4 264C10 222 56 206 92 198L164 198C200 206 246 222 252 264Z', tone),
  flat('M164 198C200 206 246 222 252 264L170 264C180 240 176 216 164 198Z', shade, 0.7),
];

/** Leathery wings behind the shoulders. */
export const wings = (tone = 'skinShade', bone = 'skin'): Layer[] => [
  pair(
    solid('M84 214C66 170 44 120 10 62C2 110 0 160 6 200C18 188 30 188 36 202C46 194 60 198 66 216Z', tone),
  ),
  pair(stroke('M82 206C60 160 40 116 12 66M36 198C32 160 24 120 14 76', bone, 5)),
];

export const flames = (x: number, y: number, size: number): Layer[] => [
  solid(
    `M${x} ${y - size}` +
      `C${x + size * 0.5} ${y - size * 0.3} ${x + size * 0.7} ${y + size * 0.2} ${x + size * 0.4} ${y + size * 0.5}` +
      `C${x + size * 0.2} ${y + size * 0.7} ${x - size * 0.2} ${y + size * 0.7} ${x - size * 0.4} ${y + size * 0.5}` +
      `C${x - size * 0.8} ${y + size * 0.1} ${x - size * 0.2} ${y - size * 0.2} ${x} ${y - size}Z`,
    'flame',
    4,
  ),
  flat(
    `M${x} ${y - size * 0.35}` +
      `C${x + size * 0.35} ${y} ${x + size * 0.35} ${y + size * 0.5} ${x} ${y + size * 0.52}` +
      `C${x - size * 0.4} ${y + size * 0.5} ${x - size * 0.3} ${y + size * 0.1} ${x} ${y - size * 0.35}Z`,
    'ember',
  ),
];
