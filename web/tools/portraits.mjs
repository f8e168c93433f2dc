// Draws portraits for the documentation site, with the client's own art: reads a list of sitters as JSON
// and writes their pictures (SVG) by name. `{"name", "race", "side", "class", "color"}` is a hero,
// `{"name", "creature": "minion:goblin", "color"}` something else of the content.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import { boxFolders, CLIENT } from './sources.mjs';

const sitters = JSON.parse(readFileSync(0, 'utf8'));
// Without plugins and without watching: the art is plain TypeScript.
const vite = await createServer({
  configFile: false,
  root: fileURLToPath(new URL('..', import.meta.url)),
  resolve: { alias: { $client: CLIENT } },
  server: { middlewareMode: true, watch: null, hmr: false, ws: false, fs: { strict: false } },
  optimizeDeps: { noDiscovery: true },
  appType: 'custom',
  logLevel: 'error',
});
try {
  const { heroArt, creatureArt, asPicture } = await vite.ssrLoadModule(join(CLIENT, 'faces/index.ts'));
  const { PALETTES } = await vite.ssrLoadModule(join(CLIENT, 'lib/palettes.ts'));
  const drawn = boxFolders()
    .map((folder) => join(folder, 'art/index.ts'))
    .filter(existsSync);
  const art = (await Promise.all(drawn.map((path) => vite.ssrLoadModule(path)))).map((each) => each.default);
  const pictures = sitters.flatMap(({ name, creature, color, ...hero }) => {
    const tint = PALETTES.classic[color] ?? null;
    const picture = creature ? creatureArt(creature, tint, art) : heroArt({ ...hero, tint }, art);
    return picture ? [[name, asPicture(picture)]] : [];
  });
  process.stdout.write(JSON.stringify(Object.fromEntries(pictures)));
} finally {
  await vite.close();
}
