// Eyes, brows, noses and mouths: what a head is put together from.
import { disc, farSide, flat, pair, solid, stroke, whole, type Layer } from './shapes';

/** The left half of a head: top, half widths at temple and jaw, height of the jaw's corner, chin. */
export interface Skull {
  top: number;
  temple: number;
  jaw: number;
  corner: number;
  chin: number;
  /** How broad the chin is. */
  broad: number;
}

export const outline = ({ top, temple, jaw, corner, chin, broad }: Skull): string =>
  `M128 ${top}C${128 - temple * 0.66} ${top} ${128 - temple} ${top + 24} ${128 - temple} 108` +
  `C${128 - temple} 128 ${128 - jaw} ${corner - 16} ${128 - jaw} ${corner}` +
  `C${128 - jaw + 3} ${corner + 12} ${128 - broad} ${chin} 128 ${chin}`;

export const skull = (shape: Skull): Layer[] => [
  solid(whole(outline(shape)), 'skin'),
  flat(farSide(outline(shape), 22), 'skinShade', 0.42),
];

export const neck = (width = 24): Layer[] => [
  solid(
    `M${128 - width} 160L${128 - width} 214C110 232 146 232 ${128 + width} 214L${128 + width} 160Z`,
    'skin',
  ),
  flat(
    `M${128 - width + 2} 172C112 204 144 204 ${128 + width - 2} 172L${128 + width - 2} 214` +
      `C146 226 132 226 128 226L128 214C118 206 108 196 ${128 - width + 2} 186Z`,
    'skinShade',
    0.75,
  ),
];

interface Gaze {
  x?: number;
  y?: number;
  w?: number;
  h?: number;
  /** How much higher the outer corner stands. */
  slant?: number;
  lashes?: boolean;
  slit?: boolean;
  /** How far the upper lid hangs. */
  lid?: number;
}

export function eyes({
  x = 104,
  y = 120,
  w = 14,
  h = 8,
  slant = 1,
  lashes = false,
  slit = false,
  lid = 0,
}: Gaze = {}): Layer[] {
  const upper = `M${x - w} ${y - slant}Q${x - 2} ${y - h * 1.75 + lid} ${x + w} ${y + slant + 2}`;
  const iris = h * 0.86;
  return [
    pair(flat(`${upper}Q${x} ${y + h * 1.2} ${x - w} ${y - slant}Z`, 'white')),
    pair(flat(disc(x + 1, y - 0.5, iris), 'iris')),
    pair(flat(slit ? disc(x + 1, y - 0.5, 1.8, iris) : disc(x + 1, y - 0.5, iris * 0.52), 'ink')),
    flat(disc(x - 1.5, y - 3, 2), 'white'),
    flat(disc(256 - x - 3.5, y - 3, 2), 'white'),
    pair(stroke(upper, 'ink', lashes ? 5 : 4.5)),
    ...(lashes
      ? [
          pair(
            flat(
              `M${x - w + 3} ${y - slant - 4}L${x - w - 7} ${y - slant - 7}L${x - w - 1} ${y - slant + 3}Z`,
              'ink',
            ),
          ),
        ]
      : []),
    pair(stroke(`M${x - w + 3} ${y + 3}Q${x} ${y + h * 1.1} ${x + w - 4} ${y + 4}`, 'skinShade', 2.5)),
  ];
}

export const brows = ({
  x = 104,
  y = 101,
  w = 17,
  rise = 6,
  inner = 3,
  thick = 6,
  tone = 'hairShade',
} = {}): Layer[] => [
  pair(stroke(`M${x - w} ${y + 1}Q${x - 4} ${y - rise} ${x + w - 3} ${y + inner}`, tone, thick)),
];

export const nose = ({ length = 150, width = 9, top = 118 } = {}): Layer[] => [
  flat(
    `M130 ${top}Q134 ${length - 14} ${128 + width + 3} ${length - 3}Q${128 + width} ${length + 5} 127 ${length + 2}Q130 ${length - 16} 130 ${top}Z`,
    'skinShade',
    0.8,
  ),
  flat(
    `M125 ${top + 4}Q122 ${length - 12} ${128 - width + 3} ${length - 3}Q125 ${length - 2} 127 ${length - 6}Z`,
    'skinLight',
    0.8,
  ),
  stroke(`M${128 - width + 1} ${length}Q128 ${length + 6} ${128 + width} ${length}`, 'skinShade', 3),
];

/** A big round nose. */
export const bulb = ({ y = 142, r = 15, rosy = 0.35 } = {}): Layer[] => [
  flat(`M118 116Q128 112 138 116L${128 + r} ${y}L${128 - r} ${y}Z`, 'skin'),
  { d: disc(128, y, r, r * 0.86), fill: 'skin', line: 'skinShade', width: 3 },
  flat(disc(128, y, r, r * 0.86), 'blush', rosy),
  flat(disc(128 - r * 0.35, y - r * 0.35, r * 0.3), 'skinLight', 0.9),
  pair(stroke(`M${128 - r * 0.8} ${y + 5}Q${128 - r * 0.4} ${y + 9} ${128 - 2} ${y + 8}`, 'skinShade', 3)),
];

export const mouth = ({ y = 168, w = 15, smile = 4 } = {}): Layer[] => [
  stroke(`M${128 - w} ${y - smile}Q128 ${y + smile} ${128 + w} ${y - smile}`, 'mouth', 4),
  stroke(`M${128 - w * 0.5} ${y + 9}Q128 ${y + 12} ${128 + w * 0.5} ${y + 9}`, 'skinShade', 3),
];

export const lips = ({ y = 166, w = 14, smile = 2, tone = 'lip' } = {}): Layer[] => [
  flat(
    `M${128 - w} ${y - smile}Q${128 - w * 0.45} ${y - 7} 128 ${y - 4}` +
      `Q${128 + w * 0.45} ${y - 7} ${128 + w} ${y - smile}Q128 ${y + 14} ${128 - w} ${y - smile}Z`,
    tone,
  ),
  stroke(`M${128 - w} ${y - smile}Q128 ${y + smile} ${128 + w} ${y - smile}`, 'mouth', 3),
  flat(`M122 ${y + 5}Q128 ${y + 8} 134 ${y + 5}Q128 ${y + 3} 122 ${y + 5}Z`, 'light', 0.45),
];

/** Teeth in a wide smile. */
export const grin = ({ y = 162, w = 20 } = {}): Layer[] => [
  solid(
    `M${128 - w} ${y}Q128 ${y + 8} ${128 + w} ${y}Q${128 + w - 4} ${y + 17} 128 ${y + 18}Q${128 - w + 4} ${y + 17} ${128 - w} ${y}Z`,
    'mouth',
    3.5,
  ),
  flat(
    `M${128 - w + 4} ${y + 3}Q128 ${y + 10} ${128 + w - 4} ${y + 3}Q128 ${y + 16} ${128 - w + 4} ${y + 3}Z`,
    'white',
  ),
];

export const blush = (x = 99, y = 146, r = 11, opacity = 0.3): Layer =>
  pair(flat(disc(x, y, r, r * 0.7), 'blush', opacity));

export const freckles = (y = 142): Layer[] =>
  [
    [96, y],
    [103, y + 5],
    [90, y + 5],
    [110, y + 1],
  ].map(([x, at]) => pair(flat(disc(x!, at!, 1.8), 'skinShade')));

export const roundEar = ({ x = 78, y = 124, r = 13 } = {}): Layer[] => [
  pair(solid(disc(x, y, r * 0.8, r), 'skin')),
  pair(flat(disc(x + 1, y + 1, r * 0.4, r * 0.55), 'skinShade')),
];

/** A pointed ear, its tip `reach` away from the head and `rise` above its root. */
export function pointedEar({ x = 84, y = 116, reach = 46, rise = 34 } = {}): Layer[] {
  const ear =
    `C${x - reach * 0.4} ${y - rise * 0.45} ${x - reach * 0.8} ${y - rise * 0.85} ${x - reach} ${y - rise}` +
    `C${x - reach + 2} ${y - rise * 0.2} ${x - reach * 0.5} ${y + 22} ${x} ${y + 22}`;
  // No line where it grows out of the head: long ears lie over hair and hoods.
  return [
    pair(flat(`M${x + 4} ${y - 8}L${x} ${y - 8}${ear}L${x + 4} ${y + 20}Z`, 'skin')),
    pair(stroke(`M${x} ${y - 8}${ear}`, 'ink', 5)),
    pair(
      flat(
        `M${x - 6} ${y}` +
          `C${x - reach * 0.4} ${y - rise * 0.2} ${x - reach * 0.7} ${y - rise * 0.6} ${x - reach * 0.84} ${y - rise * 0.74}` +
          `C${x - reach * 0.7} ${y - rise * 0.1} ${x - reach * 0.4} ${y + 12} ${x - 6} ${y + 12}Z`,
        'skinShade',
        0.8,
      ),
    ),
  ];
}
