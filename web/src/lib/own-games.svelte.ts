// One's own games, as the server knows them: those of the person, or those this browser holds keys for.
import { post } from './api';
import { useContent } from './content.svelte';
import { deviceSecret } from './device';
import { hide, keysOf, openingTokens, ownGames, tokensOf } from './keys';
import type { OwnGame, OwnGames, Room } from './types';

/** So many the server takes at once. */
const AT_ONCE = 50;
const MOST_TOKENS = 8;
const REMEMBERED = 12;

/** Whoever plays as a guest needs nothing of this. */
const person = async () => (await import('./person.svelte')).me;

/** What the server said last, so that a start page is whole at once. */
const KEPT = 'rollplayer.own-games';

function lastKnown(): OwnGame[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT) ?? '[]');
    const listed = new Set(ownGames());
    return Array.isArray(kept)
      ? (kept as OwnGame[]).filter(({ game }) => deviceSecret() || listed.has(game.id))
      : [];
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

/** Those that this browser holds keys for. */
export async function heldGames(most = Infinity): Promise<OwnGame[]> {
  const wanted = ownGames()
    .slice(0, most)
    .map((id) => ({ id, tokens: tokensOf(keysOf(id)).slice(0, MOST_TOKENS) }))
    .filter(({ tokens }) => tokens.length);
  const found: OwnGame[] = [];
  for (let from = 0; from < wanted.length; from += AT_ONCE)
    found.push(...(await post<OwnGames>('/own-games', { games: wanted.slice(from, from + AT_ONCE) })).games);
  return found;
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

  /** Names, faces and ranks of all these games and of some boxes: their races and classes have their own. */
  async useContent(language: string, also: string[] = []): Promise<void> {
    const boxes = this.games.flatMap(({ game }) => game.options.expansions ?? []);
    try {
      await useContent(language, 'second', [...new Set([...also, ...boxes])].sort());
    } catch {
      // A box of an old game may not be here any more.
      await useContent(language, 'second', also);
    }
  }

  /** Asks anew. With `most`, only for the latest: the start page shows no more. */
  async look(most = Infinity): Promise<void> {
    const found: OwnGame[] = [];
    if (deviceSecret())
      try {
        found.push(...(await (await person()).games(most)));
      } catch (error) {
        if (!(await person()).isOut(error)) {
          this.failed = true;
          return;
        }
        // Signed out elsewhere: what this browser holds keys for is still there.
      }
    try {
      this.tell([...found, ...(await heldGames(most))]);
    } catch {
      this.failed = true; // what was known before stays on the page
    }
  }

  private tell(found: OwnGame[]): void {
    this.games = found;
    remember(found);
    this.failed = false;
    this.known = true;
  }

  /** Gives up all seats held there, and takes the game off the list. */
  async leave(id: string): Promise<void> {
    await post('/games/' + id + '/leave', {}, openingTokens(id));
    this.takeOff(id);
  }

  takeOff(id: string): void {
    hide(id, true);
    void this.tellPerson(id, true);
    this.games = this.games.filter(({ game }) => game.id !== id);
    remember(this.games);
  }

  async putBack(id: string): Promise<void> {
    hide(id, false);
    await this.tellPerson(id, false);
    await this.look();
  }

  /** The other devices of a person list it no more, or again; if that fails, the next visit shows it. */
  private async tellPerson(id: string, hidden: boolean): Promise<void> {
    if (deviceSecret()) await (await person()).archive(id, hidden).catch(() => undefined);
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
