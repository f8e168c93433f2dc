// The tokens this browser holds, by game. None is ever thrown away for another: a newer one of the same seat
// stands beside the older, and which of them still open something only the server can say.
import { deviceSecret } from './device';

export interface Keys {
  host?: string;
  seats: Record<string, string>;
  /** Others of this game: earlier ones of a seat, or of a seat whose number nobody has told. */
  more?: string[];
  /** Taken off the list of own games; the link still opens the seat. */
  hidden?: boolean;
  /** Stays this browser's own: from before somebody signed in here, or it opens nothing. */
  apart?: boolean;
}

const KEY = 'rollplayer.keys';
/** A game is remembered until so many others have been played since. */
const MOST_GAMES = 500;
/** So many the server reads in one hello. */
export const MOST_TOKENS = 8;

/** Where nothing can be stored, the seats belong to this page alone. */
let unstored: Record<string, Keys> | null = null;

function allKeys(): Record<string, Keys> {
  if (unstored) return unstored;
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, Keys>;
  } catch {
    return {}; // storage is forbidden or holds nonsense
  }
}

export const keysOf = (game: string): Keys => allKeys()[game] ?? { seats: {} };
/** The latest first, without those taken off the list. */
export const ownGames = (): string[] =>
  Object.entries(allKeys())
    .flatMap(([game, keys]) => (keys.hidden ? [] : [game]))
    .reverse();
export const tokensOf = (keys: Keys): string[] => [
  ...new Set([...Object.values(keys.seats), ...(keys.more ?? []), ...(keys.host ? [keys.host] : [])]),
];

/** All that may open a game from here: its tokens and, if somebody is known here, the secret of this device. */
export function openingTokens(game: string): string[] {
  const device = deviceSecret();
  return [...(device ? [device] : []), ...tokensOf(keysOf(game))].slice(0, MOST_TOKENS);
}

/** What can be noted as the person's: every game with its tokens, and whether it was taken off the list. */
export const claimable = (): { id: string; tokens: string[]; hidden: boolean }[] =>
  Object.entries(allKeys())
    .filter(([, keys]) => !keys.apart)
    .map(([id, keys]) => ({
      id,
      tokens: tokensOf(keys).slice(0, MOST_TOKENS),
      hidden: keys.hidden ?? false,
    }))
    .filter(({ tokens }) => tokens.length);

/**
 * The person has them from here on, so the tokens go: a device that is signed out must hold nothing that
 * opens a seat. Those that open nothing stay, and are not asked for again.
 */
export function handOver(claimed: string[], unknown: string[]): void {
  const all = allKeys();
  for (const game of claimed) delete all[game];
  for (const game of unknown) if (all[game]) all[game].apart = true;
  store(all);
}

/**
 * Whoever comes with a link, or a sentence, may have got it from somebody else: what this browser holds
 * already is given to that person only when the reader says so.
 */
export function setApart(apart: boolean): void {
  const all = allKeys();
  for (const keys of Object.values(all)) {
    if (apart) keys.apart = true;
    else delete keys.apart;
  }
  store(all);
}
export const heldApart = (): number => Object.values(allKeys()).filter((keys) => keys.apart).length;

export const forgetAll = (): void => store({});

/** Old and new together; where two are for the same thing the new one comes first. */
export function joined(old: Keys, added: Keys): Keys {
  const both: Keys = { seats: { ...old.seats, ...added.seats } };
  const host = added.host ?? old.host;
  if (host) both.host = host;
  const named = new Set(tokensOf(both));
  const more = [...tokensOf(added), ...tokensOf(old)].filter((token) => !named.has(token));
  if (more.length) both.more = [...new Set(more)];
  return both;
}

export function keep(game: string, keys: Keys): void {
  const all = allKeys();
  const kept = joined(all[game] ?? { seats: {} }, keys);
  delete all[game]; // the latest stands last, also where it was known before
  all[game] = kept;
  for (const gone of Object.keys(all).slice(0, -MOST_GAMES)) delete all[gone];
  store(all);
}

function store(all: Record<string, Keys>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(all));
  } catch {
    unstored = all;
  }
}

/** Takes a game off the list of own games, or puts it back. Its keys stay. */
export function hide(game: string, hidden: boolean): void {
  const all = allKeys();
  const held = all[game];
  if (!held) return;
  if (hidden) held.hidden = true;
  else delete held.hidden;
  store(all);
}

/** Whether a token opens something at this table: true, false, or null where nobody could say. */
export type Opens = (game: string, token: string) => Promise<boolean | null>;

/** The seat and token that stand in the fragment of an invitation. */
export function invitation(hash: string): { seat: string; token: string } | null {
  const given = /^#seat=(\d+)\.([\w-]{20,100})$/.exec(hash);
  return given ? { seat: given[1]!, token: given[2]! } : null;
}

/** Keeps the token of an invitation if the server knows it; what is held already stays in any case. */
export async function accept(
  game: string,
  hash: string,
  opens: Opens,
): Promise<'none' | 'held' | 'kept' | 'refused' | 'unknown'> {
  const given = invitation(hash);
  if (!given) return 'none';
  const held = keysOf(game);
  if (tokensOf(held).includes(given.token)) return 'held';
  const good = await opens(game, given.token);
  if (good === null) return 'unknown';
  if (!good) return 'refused';
  // A link may name any number: the token of a seat that is held keeps its place.
  keep(
    game,
    held.seats[given.seat] ? { seats: {}, more: [given.token] } : { seats: { [given.seat]: given.token } },
  );
  return 'kept';
}

/** Those of some tokens that open nothing any more. They stay in the storage: a server may get its games back. */
export async function spent(game: string, tokens: string[], opens: Opens): Promise<string[]> {
  const answers = await Promise.all(tokens.map((token) => opens(game, token)));
  return tokens.filter((_, at) => answers[at] === false);
}
