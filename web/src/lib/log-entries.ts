// The log of a table as far as it has come.
import type { Entry, GameEvent } from './types';

const MOST_ENTRIES = 600;

/** The log with what is new, and the events of that. The last entry may grow: it comes step by step. */
export function withEntries(log: Entry[], more: Entry[]): { entries: Entry[]; events: GameEvent[] } {
  const last = log.at(-1);
  const fresh = more.filter((entry) => entry.n > (last?.n ?? 0));
  const grown =
    last &&
    more.find((entry) => entry.n === last.n && (entry.events?.length ?? 0) > (last.events?.length ?? 0));
  const events = [
    ...(grown?.events?.slice(last!.events?.length ?? 0) ?? []),
    ...fresh.flatMap((entry) => entry.events ?? []),
  ];
  if (!fresh.length && !grown) return { entries: log, events };
  const before = grown ? [...log.slice(0, -1), grown] : log;
  return { entries: [...before, ...fresh].slice(-MOST_ENTRIES), events };
}

/** The log with entries from before its beginning. */
export function withEarlier(log: Entry[], earlier: Entry[]): Entry[] {
  const first = log[0]?.n ?? Infinity;
  return [...earlier.filter((entry) => entry.n < first), ...log];
}
