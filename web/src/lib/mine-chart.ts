// Where the parts of a picture of statistics lie.

/** One bar: what it is called, how long it is, and what stands beside it. */
export interface Bar {
  key: string;
  name: string;
  value: number;
  /** More about it, such as how many were won. */
  beside: string;
  href?: string;
}

/** A scale from nothing, or from below it, to a round number that nothing exceeds. */
export function scaleOf(values: number[]): { least: number; most: number } {
  const top = Math.max(1, ...values);
  const step = [1, 2, 5, 10, 20, 50, 100].find((each) => top / each <= 5) ?? top;
  return { least: Math.min(0, ...values), most: Math.ceil(top / step) * step };
}

/** How far from the left a bar begins and how long it is, as parts of the whole. */
export function barOf(value: number, { least, most }: { least: number; most: number }): [number, number] {
  const whole = most - least;
  const zero = -least / whole;
  const length = Math.abs(value) / whole;
  return [value < 0 ? zero - length : zero, length];
}

/** Which of many things under an axis get their names: the last one always, none upon another. */
export const isNamed = (at: number, all: number, room: number): boolean =>
  (all - 1 - at) % Math.max(1, Math.ceil(all / Math.max(1, room))) === 0;
