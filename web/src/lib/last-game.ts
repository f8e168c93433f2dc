// What the last game was begun with, so that the next begins with one click.

export interface LastGame {
  mode: string;
  players: number;
  level: string;
  edition: string;
  draft: string;
  variants: string[];
  expansions: string[];
  listed: boolean;
  time: { turn: number; bank: number; downtime: boolean };
  /** The others at one device. */
  others: string[];
}

const KEY = 'rollplayer.last-game';

export function lastGame(): Partial<LastGame> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return kept && typeof kept === 'object' ? kept : {};
  } catch {
    return {}; // storage is forbidden or holds nonsense: begin afresh
  }
}

export function keepLastGame(game: LastGame): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(game));
  } catch {
    // A private window forgets it.
  }
}
