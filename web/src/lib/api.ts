// The HTTP half of docs/protocol.md.
import { settings } from './settings.svelte';
import type { ServerInfo } from './types';

export class Problem extends Error {
  constructor(readonly code: string, detail: string, readonly status: number) {
    super(detail);
  }
}

export async function call<T>(method: string, path: string, body?: unknown, tokens: string[] = []): Promise<T> {
  const joint = path.includes('?') ? '&' : '?';
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (body !== undefined) headers['Content-Type'] = typeof body === 'string' ? 'application/x-ndjson' : 'application/json';
  if (tokens.length) headers['Authorization'] = `Bearer ${tokens.join(' ')}`;
  const reply = await fetch(`/api/v1${path}${joint}language=${settings.language}`, {
    method,
    headers,
    body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
  });
  const told = (await reply.json().catch(() => ({}))) as Record<string, unknown>;
  if (!reply.ok) throw new Problem(String(told['code'] ?? 'network'), String(told['detail'] ?? reply.statusText), reply.status);
  return told as T;
}

/** What the server offers, in the reader's words; asked for as early as the first script runs. */
const offered: Record<string, Promise<ServerInfo>> = {};
export function serverInfo(): Promise<ServerInfo> {
  const { language } = settings;
  return (offered[language] ??= call<ServerInfo>('GET', '').catch((error: unknown) => {
    delete offered[language]; // asked again the next time
    throw error;
  }));
}

export const get = <T>(path: string, tokens?: string[]): Promise<T> => call<T>('GET', path, undefined, tokens);
export const post = <T>(path: string, body: unknown = {}, tokens?: string[]): Promise<T> => call<T>('POST', path, body, tokens);

// -- the tokens this browser holds --------------------------------------------------------------

export interface Keys { host?: string; seats: Record<string, string> }
const KEY = 'rollplayer.keys';

function allKeys(): Record<string, Keys> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, Keys>;
  } catch {
    return {};
  }
}

export const keysOf = (game: string): Keys => allKeys()[game] ?? { seats: {} };

export function keep(game: string, keys: Keys): void {
  const all = allKeys();
  const old = all[game] ?? { seats: {} };
  all[game] = { host: keys.host ?? old.host, seats: { ...old.seats, ...keys.seats } };
  const games = Object.keys(all);
  for (const gone of games.slice(0, Math.max(0, games.length - 60))) delete all[gone];
  try {
    localStorage.setItem(KEY, JSON.stringify(all));
  } catch {
    // The seat then belongs to this page alone.
  }
}

export const ownGames = (): string[] => Object.keys(allKeys()).reverse();
export const tokensOf = (keys: Keys): string[] => [...Object.values(keys.seats), ...(keys.host ? [keys.host] : [])];
export const newCommand = (): string => crypto.randomUUID?.() ?? `c${Date.now()}${Math.random().toString(36).slice(2)}`;
