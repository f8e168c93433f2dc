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
  FS: {
    mkdirTree(path: string): void;
    writeFile(path: string, content: Uint8Array, options: { canOwn: boolean }): void;
  };
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

/** A keeper has them without gzip, and so has a host that says what gzip is for. */
async function unpacked(address: string): Promise<ArrayBuffer> {
  const reply = await fetch(address);
  if (!reply.ok) throw new Error(`${address}: ${reply.status}`);
  const body = await reply.blob();
  const [first, second] = new Uint8Array(await body.slice(0, 2).arrayBuffer());
  if (first !== 0x1f || second !== 0x8b) return body.arrayBuffer();
  return new Response(body.stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
}

/** Lays out an archive whose files are not compressed (`pack.py`): Python itself would take longer. */
function layOut(files: Python['FS'], archive: ArrayBuffer, folder: string): void {
  const bytes = new DataView(archive);
  const long = (at: number): number => bytes.getUint32(at, true);
  const short = (at: number): number => bytes.getUint16(at, true);
  // How many files there are, and where their list begins, stands at the end.
  const end = archive.byteLength - 22;
  let entry = long(end + 16);
  for (let left = short(end + 10); left; left--) {
    const length = short(entry + 28);
    const name = new TextDecoder().decode(new Uint8Array(archive, entry + 46, length));
    const head = long(entry + 42);
    const content = new Uint8Array(
      archive,
      head + 30 + short(head + 26) + short(head + 28),
      long(entry + 24),
    );
    const path = `${folder}/${name}`;
    files.mkdirTree(path.slice(0, path.lastIndexOf('/')));
    files.writeFile(path, content, { canOwn: true });
    entry += 46 + length + short(entry + 30) + short(entry + 32);
  }
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
  layOut(python.FS, await game, '/game');
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
