// What a table tells about time, as it was heard.
import type { Clock, TimeLeft, Times } from './types';

/** With the moment it came, by a clock that nobody sets. */
export interface HeardTimes extends Times {
  heard: number;
}

export const heardTimes = (clock: Clock | null): HeardTimes | null =>
  clock?.times ? { ...clock.times, heard: performance.now() } : null;

/** What a seat has left now, in milliseconds: its turn's time runs first, then its bank. */
export function leftOf(times: HeardTimes, seat: number, now: number): TimeLeft {
  const { turn, bank } = times.left[seat]!;
  const passed = seat === times.running ? Math.max(0, now - times.heard) : 0;
  return { turn: Math.max(0, turn - passed), bank: Math.max(0, bank - Math.max(0, passed - turn)) };
}
