// A finished game as a file: no address leads to it here.
import { openingTokens } from '../src/lib/keys';
import { save } from '../src/lib/portrait';
import { wire } from '../src/lib/wire';

/** Whether it could be had. */
export async function keepFile(game: string): Promise<boolean> {
  const headers = { Authorization: `Bearer ${openingTokens(game).join(' ')}` };
  const reply = await wire.request(`/api/v1/games/${game}/file`, { headers });
  if (reply.ok) save(new Blob([await reply.text(), '\n'], { type: 'application/x-ndjson' }), `${game}.jsonl`);
  return reply.ok;
}
