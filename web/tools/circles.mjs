// No module imports one that imports it, not even by a detour; a type counts like a value.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import typescript from 'typescript';
import { CLIENT, sources } from './sources.mjs';

const ENDINGS = ['', '.ts', '.svelte.ts', '/index.ts'];

/** The scripts of a component, or the whole of a module. */
const scriptOf = (path, text) =>
  path.endsWith('.svelte')
    ? [...text.matchAll(/<script\b[^>]*>([\s\S]*?)<\/script>/g)].map((match) => match[1]).join('\n')
    : text;

/** The files that a source imports, however: at the top, for a type, or when it is needed. */
export const importsOf = (path, text, exists = existsSync) =>
  typescript
    .preProcessFile(scriptOf(path, text), true, true)
    .importedFiles.map(({ fileName }) => fileName.replace(/\?.*$/, ''))
    .filter((name) => name.startsWith('.') || name.startsWith('$client/'))
    .map((name) => name.replace(/^\$client/, CLIENT))
    .flatMap(
      (name) =>
        ENDINGS.map((ending) => resolve(dirname(path), name) + ending).find((file) => exists(file)) ?? [],
    );

/** Ways from a file back to itself, each told once. */
export function circlesIn(graph) {
  const done = new Set();
  const found = [];
  const walk = (file, way) => {
    const at = way.indexOf(file);
    if (at >= 0) found.push([...way.slice(at), file]);
    if (at >= 0 || done.has(file)) return;
    for (const next of graph.get(file) ?? []) walk(next, [...way, file]);
    done.add(file);
  };
  for (const file of graph.keys()) walk(file, []);
  return found;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const files = sources()
    .map(([, path]) => path)
    .filter((path) => /\.(ts|svelte)$/.test(path));
  const graph = new Map(files.map((path) => [path, importsOf(path, readFileSync(path, 'utf8'))]));
  const found = circlesIn(graph);
  for (const way of found)
    console.error(`imports in a circle: ${way.map((path) => relative(CLIENT, path)).join(' -> ')}`);
  if (![...graph.values()].some((imports) => imports.length)) throw new Error('no import was found');
  process.exit(found.length ? 1 : 0);
}
