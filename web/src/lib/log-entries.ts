// The log of a table as far as it has come.
import type { Entry, GameEvent } from './types';

const MOST_ENTRIES = 600;
/** Events that are written small: what everybody sees anyway. */
export const QUIET: ReadonlySet<string> = new Set([
  'die-laid',
  'card-revealed',
  'gold-laid',
  'initiative-returned',
  'leftover-die-returned',
  'free-dice-lifted',
  'die-rolled',
]);

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

/** The first so many events, in their entries. */
export function firstEvents(entries: Entry[], events: number): Entry[] {
  const told: Entry[] = [];
  for (const entry of entries) {
    told.push({ ...entry, events: (entry.events ?? []).slice(0, events) });
    events -= entry.events?.length ?? 0;
    if (events <= 0) break;
  }
  return told;
}
