// What has changed at the table since it was told last, as docs/protocol.md describes it.
import type { Update } from './types';

export interface Difference {
  /** Fields with their new values. */
  set?: Record<string, unknown>;
  /** Fields that are gone. */
  drop?: string[];
  /** Differences within fields, or within places of a list. */
  in?: Record<string, Difference>;
}
export type Told = Pick<Update, 'since' | 'version' | 'entries' | 'entries_from'> & { changes: Difference };

/** A difference to something else than what it is applied to. */
export class CannotApply extends Error {}

/** The new value. The old one stays as it is, and what is equal is shared. */
export function applied<T>(old: T, told: Difference): T {
  if (typeof old !== 'object' || old === null)
    throw new CannotApply(`nothing to look into: ${JSON.stringify(told)}`);
  if (Array.isArray(old))
    return old.map((each, at) => (told.in?.[at] ? applied(each, told.in[at]) : each)) as T;
  const before = old as Record<string, unknown>;
  const now = { ...before, ...told.set };
  for (const field of told.drop ?? []) delete now[field];
  for (const [field, inner] of Object.entries(told.in ?? {})) now[field] = applied(before[field], inner);
  return now as T;
}

/** The whole update that a difference stands for. */
export const wholeOf = (before: Update, told: Told): Update => ({
  ...applied(before, told.changes),
  since: told.since,
  version: told.version,
  entries: told.entries,
  entries_from: told.entries_from,
});
