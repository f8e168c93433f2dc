// Refuses a client that has grown too heavy: what a first visit to a table loads, gzipped.
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const BUDGET = { script: 120_000, style: 25_000, fonts: 110_000, icons: 80_000 };
const built = new URL('../../src/rollplayer/web/assets/', import.meta.url);
const size = (file) =>
  file.endsWith('.woff2')
    ? readFileSync(new URL(file, built)).length
    : gzipSync(readFileSync(new URL(file, built)), { level: 9 }).length;
// One language and no page that is opened from elsewhere.
const later = /^(Learn|Replay|Scorer|Rules|About|Tables|rules(\.\w+)?)-|^web-/;
const sums = { script: 0, style: 0, fonts: 0, icons: 0 };
let language = 0;
for (const file of readdirSync(built)) {
  if (/^web-.*\.js$/.test(file)) language = Math.max(language, size(file));
  if (later.test(file)) continue;
  if (file.endsWith('.js')) sums.script += size(file);
  else if (file.endsWith('.css')) sums.style += size(file);
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
