// Refuses a client that has grown too heavy: what a first visit to a table loads, gzipped.
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

// Script: 120 kB until heroes got portraits (21 kB), and what happens a director; 135 kB until
// tables had clocks, and a recap of what the others did. Style: 25 kB until the
// table had a composition for each shape of window, 26 kB until the Market had lists for phones, with all words, 27 kB until a list
// said the kinds of its cards and Monster Combat its result.
const BUDGET = { script: 140_000, style: 28_000, fonts: 110_000, icons: 80_000 };
const built = new URL('../../src/rollplayer/web/assets/', import.meta.url);
const size = (file) =>
  file.endsWith('.woff2')
    ? readFileSync(new URL(file, built)).length
    : gzipSync(readFileSync(new URL(file, built)), { level: 9 }).length;
/** What a table asks for: the entry, its page, the portraits of heroes and one language. */
const ASKED = /^(index|Game|art)-.*\.js$/;
const files = readdirSync(built);
const scripts = new Set(files.filter((file) => ASKED.test(file)));
const textOf = (file) => readFileSync(new URL(file, built), 'utf8');
// What is imported with `import()` comes later, if at all.
for (const file of scripts)
  for (const [, name] of textOf(file).matchAll(/(?:from|import) ?["']\.\/([\w.-]+\.js)["']/g))
    scripts.add(name);
const stemOf = (file) => file.replace(/-[\w-]{8}\.\w+$/, '');
const stems = new Set([...scripts].map(stemOf));
const sums = { script: 0, style: 0, fonts: 0, icons: 0 };
let language = 0;
for (const file of files) {
  if (/^web-.*\.js$/.test(file)) language = Math.max(language, size(file));
  else if (scripts.has(file)) sums.script += size(file);
  else if (file.endsWith('.css') && stems.has(stemOf(file))) sums.style += size(file);
  else if (file.endsWith('.woff2')) sums.fonts += size(file);
  else if (/^icons-/.test(file)) sums.icons += size(file);
}
sums.script += language;
let heavy = false;
for (const [what, bytes] of Object.entries(sums)) {
  console.log(`${what.padEnd(7)} ${String(bytes).padStart(7)} of ${BUDGET[what]} bytes`);
  heavy ||= bytes > BUDGET[what];
}
if (heavy) {
  console.error('the client is over its budget');
  process.exit(1);
}
