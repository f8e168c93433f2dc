// The engine: Python in a worker, with the server's own rooms behind it (`server/in_browser`).
import type { FromEngine, ToEngine } from './messages';
import { shelf, type Shelf } from './shelf';

/** What `start.py` offers. */
interface PageServer {
  request(number: number, method: string, path: string, tokens: string, body: string): void;
  call(number: number, game: string): void;
  say(number: number, text: string): void;
  hang_up(number: number): void;
}
interface Python {
  FS: { writeFile(path: string, content: Uint8Array): void };
  unpackArchive(archive: ArrayBuffer, format: string, options: { extractDir: string }): void;
  runPythonAsync(code: string): Promise<unknown>;
  globals: { set(name: string, value: unknown): void };
}
type Load = (options: Record<string, unknown>) => Promise<Python>;

const START = `
import sys
sys.path.insert(0, "/game")
from rollplayer.server.in_browser.start import PageServer
server = PageServer(shelf, reply, tell, end)
await server.start()
server
`;
let server: PageServer | null = null;
const tell = (message: FromEngine): void => postMessage(message);

async function unpacked(address: string): Promise<ArrayBuffer> {
  const reply = await fetch(address);
  if (!reply.ok || !reply.body) throw new Error(`${address}: ${reply.status}`);
  return new Response(reply.body.pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
}

async function start(folder: string): Promise<void> {
  const [code, stdlib, game, kept] = [
    import(/* @vite-ignore */ `${folder}pyodide.mjs`) as Promise<{ loadPyodide: Load }>,
    unpacked(`${folder}stdlib.zip.gz`).then((archive) => URL.createObjectURL(new Blob([archive]))),
    unpacked(`${folder}game.zip.gz`),
    shelf(() => tell({ told: 'taken' })),
  ];
  game.catch(() => undefined); // said below
  const python = await (await code).loadPyodide({ indexURL: folder, stdLibURL: await stdlib });
  URL.revokeObjectURL(await stdlib);
  python.unpackArchive(await game, 'zip', { extractDir: '/game' });
  const [place, keeps]: [Shelf, boolean] = await kept;
  const known = {
    shelf: place,
    reply: (number: number, status: number, body: string) => tell({ told: 'reply', number, status, body }),
    tell: (number: number, text: string) => tell({ told: 'message', number, text }),
    end: (number: number, code: number) => tell({ told: 'end', number, code }),
  };
  for (const [name, value] of Object.entries(known)) python.globals.set(name, value);
  server = (await python.runPythonAsync(START)) as PageServer;
  tell({ told: 'ready', keeps });
}

onmessage = ({ data }: MessageEvent<ToEngine>) => {
  if (data.do === 'start')
    start(data.folder).catch((error: unknown) => tell({ told: 'failed', why: String(error).slice(-300) }));
  else if (data.do === 'request')
    server?.request(data.number, data.method, data.path, data.tokens, data.body);
  else if (data.do === 'call') server?.call(data.number, data.game);
  else if (data.do === 'say') server?.say(data.number, data.text);
  else server?.hang_up(data.number);
};
