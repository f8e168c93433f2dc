// The strokes all portraits are drawn with: closed shapes and lines on a square of 256, light from the left.

/** A color by the name a palette gives it. */
export type Tone = string;

export interface Layer {
  /** The outline, in absolute M, L, C, Q and Z. */
  d: string;
  fill?: Tone;
  /** A line along it, and how wide. */
  line?: Tone;
  width?: number;
  opacity?: number;
  /** Drawn once more on the other side. */
  pair?: boolean;
}

export const SIZE = 256;
const MIDDLE = SIZE / 2;
const OUTLINE = 5;

type Point = [number, number];
interface Segment {
  command: string;
  points: Point[];
}

function read(d: string): Segment[] {
  return [...d.matchAll(/([MLCQZ])([^MLCQZ]*)/g)].map(([, command, numbers]) => {
    const values = (numbers!.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number);
    const points: Point[] = [];
    for (let i = 0; i + 1 < values.length; i += 2) points.push([values[i]!, values[i + 1]!]);
    return { command: command!, points };
  });
}

/** The right half of a shape whose left half runs from the top down the middle line: bottom to top. */
function otherHalf(half: string): string {
  const segments = read(half);
  const ends = segments.map((segment) => segment.points.at(-1)!);
  const turned = segments.slice(1).map((segment, i) => {
    const points: Point[] = [...segment.points.slice(0, -1).reverse(), ends[i]!];
    return segment.command + points.map(([x, y]) => `${SIZE - x} ${y}`).join(' ');
  });
  return turned.reverse().join('');
}

/** A shape that is the same on both sides, from its left half. */
export const whole = (half: string): string => `${half}${otherHalf(half)}Z`;

/** The side of it away from the light, as far as a line that bulges `by` from the middle. */
export function farSide(half: string, by = 14): string {
  const segments = read(half);
  const [, top] = segments[0]!.points[0]!;
  const [, bottom] = segments.at(-1)!.points.at(-1)!;
  return `M${MIDDLE} ${bottom}${otherHalf(half)}C${MIDDLE + by} ${top + 30} ${MIDDLE + by} ${bottom - 30} ${MIDDLE} ${bottom}Z`;
}

export const disc = (x: number, y: number, rx: number, ry = rx): string => {
  const [a, b] = [rx * 0.5523, ry * 0.5523].map((n) => Math.round(n * 10) / 10) as [number, number];
  return (
    `M${x - rx} ${y}C${x - rx} ${y - b} ${x - a} ${y - ry} ${x} ${y - ry}` +
    `C${x + a} ${y - ry} ${x + rx} ${y - b} ${x + rx} ${y}` +
    `C${x + rx} ${y + b} ${x + a} ${y + ry} ${x} ${y + ry}` +
    `C${x - a} ${y + ry} ${x - rx} ${y + b} ${x - rx} ${y}Z`
  );
};

/** Something solid, outlined in ink. */
export const solid = (d: string, fill: Tone, width = OUTLINE): Layer => ({ d, fill, line: 'ink', width });
export const flat = (d: string, fill: Tone, opacity = 1): Layer => ({ d, fill, opacity });
export const stroke = (d: string, line: Tone, width = 4, opacity = 1): Layer => ({ d, line, width, opacity });
export const pair = (layer: Layer): Layer => ({ ...layer, pair: true });
