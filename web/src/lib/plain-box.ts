// The part of a table that nobody draws, in words: ids by their names, lists with commas.
import { content } from './content.svelte';

/** What an id is called, in whatever section of the content it stands. */
function named(id: string): string {
  for (const section of Object.values(content.now.texts))
    if (section[id]?.['name']) return section[id]['name'];
  return id;
}

export function valueOf(value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (Array.isArray(value)) return value.map(valueOf).join(', ') || '–';
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([key, inner]) => `${named(key)}: ${valueOf(inner)}`)
      .join(', ');
  return typeof value === 'string' ? named(value) : String(value);
}

/** A field with its name for people; null if the table does not have it. */
export const lineOf = (field: string, of: Record<string, unknown>): [string, unknown] | null =>
  field in of ? [named(field) === field ? field.replaceAll('_', ' ') : named(field), of[field]] : null;
