// Packs the engine for browsers: Pyodide's files, and two archives compiled by the Python they will run on.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { loadPyodide } from 'pyodide';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PYODIDE = fileURLToPath(new URL('../node_modules/pyodide/', import.meta.url));
const AS_THEY_ARE = ['pyodide.mjs', 'pyodide.asm.mjs', 'pyodide.asm.wasm'];
/** Smaller than a host could make them, and no host has to. */
const COMPRESSED = ['stdlib.zip', 'game.zip'];

/** Writes them into a folder whose name says what is in it, and returns that name. */
export async function packEngine(target) {
  const python = await loadPyodide({ indexURL: PYODIDE });
  for (const [there, here] of Object.entries({ '/repo': ROOT, '/pyodide': PYODIDE })) {
    python.FS.mkdir(there);
    python.mountNodeFS(there, here);
  }
  python.FS.mkdir('/packed');
  python.runPython(`
import sys
from pathlib import Path
sys.path.insert(0, "/repo/tools/offline")
import pack
root = Path("/repo")
pack.pack_stdlib("/pyodide/python_stdlib.zip", root, "/packed/stdlib.zip")
pack.pack_game(root, "/packed/game.zip")
`);
  const files = new Map(AS_THEY_ARE.map((name) => [name, readFileSync(join(PYODIDE, name))]));
  // No packages: nothing is ever asked of anybody else's server.
  const { info } = JSON.parse(readFileSync(join(PYODIDE, 'pyodide-lock.json'), 'utf8'));
  files.set('pyodide-lock.json', JSON.stringify({ info, packages: {} }));
  for (const name of COMPRESSED)
    files.set(`${name}.gz`, gzipSync(python.FS.readFile(`/packed/${name}`), { level: 9 }));
  const mark = createHash('sha256');
  for (const [name, content] of files) mark.update(name).update(content);
  const folder = `engine-${mark.digest('hex').slice(0, 12)}`;
  mkdirSync(join(target, folder), { recursive: true });
  for (const [name, content] of files) writeFileSync(join(target, folder, name), content);
  return folder;
}
