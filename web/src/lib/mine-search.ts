// What can be asked about one’s own games, and in which order those that go on are shown.
import type { OwnGame } from './types';

export type Part = 'finished' | 'closed' | 'archived';
export const WISHES = ['query', 'class', 'race', 'result', 'level', 'box', 'opponent'] as const;
export type Wishes = Record<(typeof WISHES)[number], string>;
export const NOTHING: Wishes = {
  query: '',
  class: '',
  race: '',
  result: '',
  level: '',
  box: '',
  opponent: '',
};
const PAGE = 24;

export function queryOf(part: Part, wishes: Wishes, after = ''): string {
  const given = WISHES.map((name) => [name, wishes[name].trim()]).filter(([, value]) => value);
  const query = new URLSearchParams([['part', part], ['limit', String(PAGE)], ...given]);
  if (after) query.set('after', after);
  return query.toString();
}

const isMine = ({ asked, seats }: OwnGame): boolean => asked !== null && seats.includes(asked);

/** One’s own turns first, and of those whoever waits longest; then the others, the newest first. */
export const inOrder = (games: OwnGame[]): OwnGame[] =>
  [...games].sort(
    (one, two) =>
      Number(isMine(two)) - Number(isMine(one)) ||
      (isMine(one) ? (one.since ?? 0) - (two.since ?? 0) : two.game.created - one.game.created),
  );
