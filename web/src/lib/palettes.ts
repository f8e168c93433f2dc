// The colors of the base game's dice. tests/palettes.test.ts proves that they, and the dice of our boxes, stay apart for three
// color-vision deficiencies; letter and pattern tell them apart without any color at all.
import type { Color } from './types';

export interface Tint {
  base: string;
  light: string;
  dark: string;
  pip: string;
  /** Its rim on every surface; without one, `dark` on what is light and `light` on what is dark. */
  edge?: string;
}

/** Like the painted dice; apart for all eyes; and strong, with patterns and letters. */
export const PALETTE_NAMES = ['classic', 'safe', 'contrast'] as const;
export type PaletteName = (typeof PALETTE_NAMES)[number];
/** The tints of one kind of dice. Who does not give all gets the nearest. */
export type Tints = Record<'classic' | 'contrast', Tint> & { safe?: Tint };
export const tintOf = (tints: Tints, palette: PaletteName): Tint => tints[palette] ?? tints.contrast;

export const PALETTES: Record<PaletteName, Record<Color, Tint>> = {
  classic: {
    green: { base: '#2f9e56', light: '#8fe0a8', dark: '#11512a', pip: '#ffffff' },
    blue: { base: '#2f74d6', light: '#9ccbff', dark: '#0f3372', pip: '#ffffff' },
    red: { base: '#b3161d', light: '#ff8f84', dark: '#5c060c', pip: '#ffffff' },
    purple: { base: '#62239c', light: '#c999f2', dark: '#300a55', pip: '#ffffff' },
    black: { base: '#1c1c21', light: '#70707c', dark: '#050507', pip: '#ffffff', edge: '#a3a3b1' },
    white: { base: '#f1ece0', light: '#ffffff', dark: '#b9ae97', pip: '#241b12', edge: '#786d57' },
    gold: { base: '#e6b12e', light: '#ffeeb0', dark: '#93620a', pip: '#3a2200' },
  },
  safe: {
    green: { base: '#3fcf9f', light: '#c4f7e4', dark: '#0f6b50', pip: '#04251a' },
    blue: { base: '#2a7fd4', light: '#a9d4ff', dark: '#0d3f78', pip: '#ffffff' },
    red: { base: '#c8501a', light: '#ffb38c', dark: '#6d2503', pip: '#ffffff' },
    purple: { base: '#5b2a86', light: '#c39be6', dark: '#2c0c4a', pip: '#ffffff' },
    black: { base: '#0c0c0e', light: '#5f5f68', dark: '#000000', pip: '#ffffff', edge: '#a3a3b1' },
    white: { base: '#fbf8f1', light: '#ffffff', dark: '#c4bba8', pip: '#1a130c', edge: '#786d57' },
    gold: { base: '#f0c419', light: '#fff2b8', dark: '#8c6b08', pip: '#332400' },
  },
  contrast: {
    green: { base: '#00c98f', light: '#7ff2cf', dark: '#006b4c', pip: '#000000' },
    blue: { base: '#0a63e0', light: '#7fb2ff', dark: '#042a66', pip: '#ffffff' },
    red: { base: '#c62f00', light: '#ff9a78', dark: '#641800', pip: '#ffffff' },
    purple: { base: '#43006b', light: '#d29bf5', dark: '#220038', pip: '#ffffff' },
    black: { base: '#000000', light: '#4a4a52', dark: '#000000', pip: '#ffffff', edge: '#ffffff' },
    white: { base: '#ffffff', light: '#ffffff', dark: '#bcbcbc', pip: '#000000', edge: '#000000' },
    gold: { base: '#ffd400', light: '#fff1a3', dark: '#846a00', pip: '#000000' },
  },
};

// -- seeing them otherwise (Machado, Oliveira and Fernandes 2009, full severity) -----------------------

export const DEFICIENCIES: Record<string, number[][]> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

const linear = (v: number) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);

export function lab(hex: string, seen: number[][] = DEFICIENCIES['normal']!): [number, number, number] {
  const rgb = [1, 3, 5].map((at) => linear(parseInt(hex.slice(at, at + 2), 16) / 255));
  const [r, g, b] = seen.map((row) =>
    Math.min(1, Math.max(0, row[0]! * rgb[0]! + row[1]! * rgb[1]! + row[2]! * rgb[2]!)),
  ) as [number, number, number];
  const f = (v: number) => (v > 216 / 24389 ? Math.cbrt(v) : ((24389 / 27) * v) / 116 + 16 / 116);
  const x = f((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047);
  const y = f(0.2126729 * r + 0.7151522 * g + 0.072175 * b);
  const z = f((0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** CIEDE2000. */
export function distance(one: [number, number, number], two: [number, number, number]): number {
  const [l1, a1, b1] = one;
  const [l2, a2, b2] = two;
  const rad = Math.PI / 180;
  const c = (Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2;
  const g = 0.5 * (1 - Math.sqrt(c ** 7 / (c ** 7 + 25 ** 7)));
  const [p1, p2] = [a1 * (1 + g), a2 * (1 + g)];
  const [c1, c2] = [Math.hypot(p1, b1), Math.hypot(p2, b2)];
  const hue = (b: number, a: number) => (a === 0 && b === 0 ? 0 : (Math.atan2(b, a) / rad + 360) % 360);
  const [h1, h2] = [hue(b1, p1), hue(b2, p2)];
  let dh = c1 * c2 === 0 ? 0 : h2 - h1;
  if (dh > 180) dh -= 360;
  if (dh < -180) dh += 360;
  const dH = 2 * Math.sqrt(c1 * c2) * Math.sin((dh / 2) * rad);
  const lm = (l1 + l2) / 2;
  const cm = (c1 + c2) / 2;
  let hm = h1 + h2;
  if (c1 * c2 !== 0) hm = Math.abs(h1 - h2) <= 180 ? hm / 2 : (hm + (hm < 360 ? 360 : -360)) / 2;
  const t =
    1 -
    0.17 * Math.cos((hm - 30) * rad) +
    0.24 * Math.cos(2 * hm * rad) +
    0.32 * Math.cos((3 * hm + 6) * rad) -
    0.2 * Math.cos((4 * hm - 63) * rad);
  const sl = 1 + (0.015 * (lm - 50) ** 2) / Math.sqrt(20 + (lm - 50) ** 2);
  const sc = 1 + 0.045 * cm;
  const sh = 1 + 0.015 * cm * t;
  const rt =
    -2 * Math.sqrt(cm ** 7 / (cm ** 7 + 25 ** 7)) * Math.sin(60 * Math.exp(-(((hm - 275) / 25) ** 2)) * rad);
  return Math.sqrt(
    ((l2 - l1) / sl) ** 2 + ((c2 - c1) / sc) ** 2 + (dH / sh) ** 2 + rt * ((c2 - c1) / sc) * (dH / sh),
  );
}
