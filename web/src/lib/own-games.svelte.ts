// The games this browser holds keys for, as the server knows them.
import { post } from './api';
import { hide, keysOf, ownGames, tokensOf } from './keys';
import type { OwnGame, OwnGames, Room } from './types';

/** So many the server takes at once. */
const AT_ONCE = 50;
const MOST_TOKENS = 8;
const REMEMBERED = 12;

/** What the server said last, so that a start page is whole at once. */
const KEPT = 'rollplayer.own-games';

function lastKnown(): OwnGame[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT) ?? '[]');
    const listed = new Set(ownGames());
    return Array.isArray(kept) ? (kept as OwnGame[]).filter(({ game }) => listed.has(game.id)) : [];
  } catch {
    return []; // storage is forbidden or holds nonsense
  }
}

function remember(games: OwnGame[]): void {
  try {
    localStorage.setItem(KEPT, JSON.stringify(games.slice(0, REMEMBERED)));
  } catch {
    // The next visit then waits for the server.
  }
}

class Own {
  games: OwnGame[] = $state.raw(lastKnown());
  /** Whether the server has answered. */
  known = $state(false);
  failed = $state(false);

  running = $derived(this.games.filter(({ game }) => game.status === 'running' || game.status === 'open'));
  finished = $derived(this.games.filter(({ game }) => game.status === 'finished'));
  /** Given up, or broken. */
  ended = $derived(this.games.filter(({ game }) => game.status === 'closed' || game.status === 'broken'));

  /** Asks anew. With `most`, only for the latest: the start page shows no more. */
  async look(most = Infinity): Promise<void> {
    const wanted = ownGames()
      .slice(0, most)
      .map((id) => ({ id, tokens: tokensOf(keysOf(id)).slice(0, MOST_TOKENS) }))
      .filter(({ tokens }) => tokens.length);
    const found: OwnGame[] = [];
    try {
      for (let from = 0; from < wanted.length; from += AT_ONCE)
        found.push(
          ...(await post<OwnGames>('/own-games', { games: wanted.slice(from, from + AT_ONCE) })).games,
        );
      this.games = found;
      remember(found);
      this.failed = false;
      this.known = true;
    } catch {
      this.failed = true; // what was known before stays on the page
    }
  }

  /** Gives up all seats held there, and takes the game off the list. */
  async leave(id: string): Promise<void> {
    await post('/games/' + id + '/leave', {}, tokensOf(keysOf(id)));
    this.takeOff(id);
  }

  takeOff(id: string): void {
    hide(id, true);
    this.games = this.games.filter(({ game }) => game.id !== id);
    remember(this.games);
  }
}

export const own = new Own();

/** The hero this browser plays there: the first of its seats. */
export const seatOf = ({ seats }: OwnGame): number => seats[0] ?? 0;

export const nameAt = (room: Room, seat: number): string => room.seats[seat]?.name ?? '';

/** What leaving does, by its text: whoever is left decides it. */
export function leavingText({ game, seats, host }: Pick<OwnGame, 'game' | 'seats' | 'host'>): string {
  if (game.status === 'open') return host ? 'own.leave.host' : 'own.leave.guest';
  const others = game.seats.some((seat) => seat.kind === 'human' && !seats.includes(seat.seat));
  return others ? 'own.leave.others' : 'own.leave.alone';
}
