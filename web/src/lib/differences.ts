// What has changed at the table since it was told last, as docs/protocol.md describes it.
import type { ChangedUpdate, Difference, WholeUpdate } from './types';

/** The whole table after something has happened, however it was told. */
export type Update = Omit<WholeUpdate, 'type'>;
export type Changes = Omit<ChangedUpdate, 'type' | 'ack'>;

/** A difference to something else than what it is applied to. */
export class CannotApply extends Error {}

/** The new value. The old one stays as it is, and what is equal is shared. */
export function applied<T>(old: T, change: Difference): T {
  if (typeof old !== 'object' || old === null)
    throw new CannotApply(`nothing to look into: ${JSON.stringify(change)}`);
  if (Array.isArray(old))
    return old.map((each, at) => (change.in?.[at] ? applied(each, change.in[at]) : each)) as T;
  const before = old as Record<string, unknown>;
  const now = { ...before, ...change.set };
  for (const field of change.drop ?? []) delete now[field];
  for (const [field, inner] of Object.entries(change.in ?? {})) now[field] = applied(before[field], inner);
  return now as T;
}

/** The whole update that a difference stands for. */
export const wholeOf = (before: Update, message: Changes): Update => ({
  ...applied(before, message.changes),
  since: message.since,
  version: message.version,
  entries: message.entries,
  entries_from: message.entries_from,
});
