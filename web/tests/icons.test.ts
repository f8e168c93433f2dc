import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import authors from '../src/icon-authors.json';
import ofClient from '../src/icons.json';
import { drawingOf } from '../src/lib/drawings';
import { boxFolders } from '../tools/sources.mjs';

const icons: Record<string, string> = Object.assign(
  {},
  ofClient,
  ...boxFolders().map((folder) => JSON.parse(readFileSync(`${folder}/icons.json`, 'utf8')) as object),
);

test('every icon has its author, in the client and in CREDITS.md', () => {
  const credits = readFileSync(new URL('../../CREDITS.md', import.meta.url), 'utf8');
  const used = [...new Set(Object.values(icons))].sort();
  expect(Object.keys(authors).sort()).toEqual(used);
  for (const [icon, author] of Object.entries(authors))
    expect(credits).toMatch(new RegExp(`\\*\\*${author}\\*\\*:.*\\b${icon}\\b`));
});

test('what a hero owns does not look like an attribute', () => {
  const rows = Object.keys(icons).filter((id) => id.startsWith('row-'));
  expect(rows).toHaveLength(6);
  for (const term of ['gold', 'xp', 'honor', 'injury', 'trophy'])
    expect(rows.map((row) => icons[row])).not.toContain(icons[term]);
});

test('everything in the boxes has a drawing, its own or that of its kind', () => {
  const base = new URL('../../src/rollplayer/', import.meta.url);
  const drawn = new Set(Object.values(icons));
  const entries = ['content/base/', ...boxFolders().map((folder) => `${folder}/../content/`)].flatMap(
    (folder) =>
      ['classes', 'races', 'market'].flatMap((file) => {
        const at = new URL(`${folder}${file}.toml`, base);
        return existsSync(at)
          ? [
              ...readFileSync(at, 'utf8').matchAll(
                /^\[(card|class|race)\.([\w-]+)\](?:\nnumber = \d+)?(?:\nkind = "(\w+)")?/gm,
              ),
            ]
          : [];
      }),
  );
  expect(entries.length).toBeGreaterThan(40);
  for (const [, section, id, kind] of entries) {
    expect(section !== 'card' || kind, `${id} has a kind`).toBeTruthy();
    expect(icons, `the kind of ${id}`).toHaveProperty(`kind-${kind ?? section}`);
    expect(drawn, id).toContain(drawingOf(`${section}-${id}`, kind));
  }
});

test('what is not listed gets the drawing of its kind', () => {
  expect(drawingOf('card-longsword', 'weapon')).toBe(icons['card-longsword']);
  expect(drawingOf('card-new', 'trait')).toBe(icons['kind-trait']);
  expect(drawingOf('card-new', 'weapon')).toBe(icons['kind-weapon']);
  expect(drawingOf('card-new', 'a kind without a drawing')).toBe(icons['kind-card']);
  expect(drawingOf('card-new')).toBe(icons['kind-card']);
  expect(drawingOf('class-new')).toBe(icons['kind-class']);
  expect(drawingOf('race-new')).toBe(icons['kind-race']);
  expect(drawingOf('box-new')).toBe(icons['kind-box']);
});
