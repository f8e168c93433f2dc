// The HTTP half of docs/protocol.md.
import type { Opens } from './keys';
import { settings } from './settings.svelte';
import type { ServerInfo } from './types';
import { wire } from './wire';

export class Problem extends Error {
  constructor(
    readonly code: string,
    detail: string,
    readonly status: number,
  ) {
    super(detail);
  }
}

/** Milliseconds after which a server that says nothing counts as unreachable. */
const PATIENCE = 20_000;

export async function call<T>(
  method: string,
  path: string,
  body?: unknown,
  tokens: string[] = [],
): Promise<T> {
  // In the reader's language, unless another is asked for.
  const joint = path.includes('?') ? '&' : '?';
  const spoken = /[?&]language=/.test(path) ? '' : `${joint}language=${settings.language}`;
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (body !== undefined)
    headers['Content-Type'] = typeof body === 'string' ? 'application/x-ndjson' : 'application/json';
  if (tokens.length) headers['Authorization'] = `Bearer ${tokens.join(' ')}`;
  const reply = await wire.request(`/api/v1${path}${spoken}`, {
    method,
    headers,
    body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
    ...(method === 'GET' ? { signal: AbortSignal.timeout(PATIENCE) } : {}),
  });
  const content = (await reply.json().catch(() => ({}))) as Record<string, unknown>;
  if (!reply.ok)
    throw new Problem(
      String(content['code'] ?? 'network'),
      String(content['detail'] ?? reply.statusText),
      reply.status,
    );
  return content as T;
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

/** What the server said of itself when it was last reached, for pages that can do without it. */
export async function keptInfo(): Promise<ServerInfo | null> {
  const kept = await globalThis.caches?.match(`/api/v1?language=${settings.language}`, { ignoreVary: true });
  return kept ? ((await kept.json()) as ServerInfo) : null;
}

export const get = <T>(path: string, tokens?: string[]): Promise<T> =>
  call<T>('GET', path, undefined, tokens);
export const post = <T>(path: string, body: unknown = {}, tokens?: string[]): Promise<T> =>
  call<T>('POST', path, body, tokens);

/** Asks the server whether a token opens something at a table. */
export const opens: Opens = async (game, token) => {
  try {
    await get<unknown>(`/games/${game}/state`, [token]);
    return true;
  } catch (error) {
    return error instanceof Problem && [401, 404].includes(error.status) ? false : null;
  }
};

export const newCommand = (): string =>
  crypto.randomUUID?.() ?? `c${Date.now()}${Math.random().toString(36).slice(2)}`;
