// make offline: the whole game as a folder that any static host serves. node web/offline/build.mjs FOLDER
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync, cpSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { packEngine } from './pack.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const target = resolve(process.argv[2] ?? here('../../dist/offline'));
/** Already as small as they get. */
const PACKED = /\.(gz|png|webp|woff2)$/;
/** For tests: without the smaller ones beside each file. */
const quick = process.argv.includes('--quick');

/** All files below a folder, by their addresses. */
const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();

rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
process.env['ENGINE'] = await packEngine(target);
process.env['OFFLINE_OUT'] = target;
await import('../tools/sprite.mjs');
const { build } = await import('vite');
await build({ configFile: here('./vite.config.ts'), mode: 'production', logLevel: 'warn' });

// The worker of the served client, with its list, is another one.
rmSync(join(target, 'worker.js'));
const manifest = JSON.parse(readFileSync(here('../public/manifest.webmanifest'), 'utf8'));
const relative = (path) => `.${path}`;
const asIcon = (icon) => ({ ...icon, src: relative(icon.src) });
Object.assign(manifest, { id: './', start_url: './', scope: './', icons: manifest.icons.map(asIcon) });
manifest.shortcuts = manifest.shortcuts.map((each) => ({
  ...each,
  url: `./#${each.url}`,
  icons: each.icons.map(asIcon),
}));
writeFileSync(join(target, 'manifest.webmanifest'), JSON.stringify(manifest, null, 2));

const files = filesIn(target);
const mark = createHash('sha256');
for (const file of files) mark.update(file).update(readFileSync(join(target, file)));
const [script] = /assets\/index-[\w-]+\.js/.exec(readFileSync(join(target, 'index.html'), 'utf8'));
const kept = {
  version: mark.digest('hex').slice(0, 16),
  script,
  files: ['./', ...files.filter((file) => file !== 'index.html')],
};
writeFileSync(
  join(target, 'keeper.js'),
  `const KEPT = ${JSON.stringify(kept, null, 1)};\n${readFileSync(here('./keeper.js'), 'utf8')}`,
);
mkdirSync(join(target, 'licenses'));
cpSync(here('../../LICENSE'), join(target, 'licenses', 'LICENSE.txt'));
cpSync(here('../../CREDITS.md'), join(target, 'licenses', 'CREDITS.md'));
for (const folder of ['../../licenses', './licenses'])
  for (const name of readdirSync(here(folder)))
    cpSync(here(`${folder}/${name}`), join(target, 'licenses', name));

// Beside each file the same in smaller: hosts that can, send those.
for (const file of quick ? [] : filesIn(target).filter((name) => !PACKED.test(name))) {
  const content = readFileSync(join(target, file));
  writeFileSync(join(target, `${file}.gz`), gzipSync(content, { level: 9 }));
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 };
  writeFileSync(join(target, `${file}.br`), brotliCompressSync(content, { params }));
}
