// Games of bots by the engine of a built folder, one line each: node web/offline/games.mjs FOLDER FROM TO
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

const [folder, from, to] = process.argv.slice(2);
const name = readdirSync(resolve(folder)).find((each) => each.startsWith('engine-'));
const engine = join(resolve(folder), name, '/');
const { loadPyodide } = await import(join(engine, 'pyodide.mjs'));
const archive = (which) => gunzipSync(readFileSync(join(engine, `${which}.zip.gz`)));
const own = mkdtempSync(join(tmpdir(), 'engine-'));
const stdLibURL = join(own, 'stdlib.zip');
writeFileSync(stdLibURL, archive('stdlib'));
const python = await loadPyodide({ indexURL: engine, stdLibURL });
rmSync(own, { recursive: true });
python.unpackArchive(new Uint8Array(archive('game')), 'zip', { extractDir: '/game' });
python.setStdout({ batched: (line) => console.log(line) });
python.runPython('import sys; sys.path.insert(0, "/game")');
python.runPython(
  readFileSync(fileURLToPath(new URL('../../tools/offline/games.py', import.meta.url)), 'utf8'),
);
// Processor time, which tells as much where other programs run.
const clock = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};
python.globals.set('clock', clock);
python.runPython(`
import json
for number in range(${Number(from)}, ${Number(to)}):
    took = []
    print(json.dumps([number, played(number, took, clock), [round(each, 2) for each in took]]), flush=True)
`);
