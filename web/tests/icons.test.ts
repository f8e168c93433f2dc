import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import authors from '../src/icon-authors.json';
import icons from '../src/icons.json';
import { drawingOf } from '../src/lib/drawings';

test('every icon has its author, in the client and in CREDITS.md', () => {
  const credits = readFileSync(new URL('../../CREDITS.md', import.meta.url), 'utf8');
  const used = [...new Set(Object.values(icons))].sort();
  expect(Object.keys(authors).sort()).toEqual(used);
  for (const [icon, author] of Object.entries(authors)) expect(credits).toMatch(new RegExp(`\\*\\*${author}\\*\\*:.*\\b${icon}\\b`));
});

test('a thing has the drawing that is listed for it', () => {
  const base = new URL('../../src/rollplayer/', import.meta.url);
  const ids = ['content/base', 'expansions/monsters_and_minions/content'].flatMap((folder) =>
    ['classes', 'races', 'market'].flatMap((file) => {
      const at = new URL(`${folder}/${file}.toml`, base);
      return existsSync(at) ? [...readFileSync(at, 'utf8').matchAll(/^\[(card|class|race)\.([\w-]+)\]/gm)].map((found) => `${found[1]}-${found[2]}`) : [];
    }),
  );
  expect(ids.length).toBeGreaterThan(40);
  expect(ids.filter((id) => drawingOf(id) === id)).toEqual([]);
});
