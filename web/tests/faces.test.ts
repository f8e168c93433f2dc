import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import ofBox from '../../src/rollplayer/expansions/monsters_and_minions/web/art';
import { creatureArt, heroArt } from '../src/faces';
import { TONES } from '../src/faces/palettes';
import { farSide, whole } from '../src/faces/shapes';
import { PALETTES } from '../src/lib/palettes';
import { boxFolders } from '../tools/sources.mjs';

const source = new URL('../../src/rollplayer/', import.meta.url);
/** The ids of a section in the content of the base game and of the boxes. */
const idsOf = (section: string, file: string): string[] =>
  ['content/base/', ...boxFolders().map((folder) => `${folder}/../content/`)].flatMap((folder) => {
    const at = new URL(`${folder}${file}.toml`, source);
    if (!existsSync(at)) return [];
    return [...readFileSync(at, 'utf8').matchAll(new RegExp(`^\\[${section}\\.([\\w-]+)\\]`, 'gm'))].map(
      ([, id]) => id!,
    );
  });
const tint = PALETTES.classic.red;

test('every race, side and class is a portrait of its own', () => {
  const races = idsOf('race', 'races');
  const classes = idsOf('class', 'classes');
  expect([races.length, classes.length]).toEqual([8, 24]);
  const drawn = new Map<string, string>();
  for (const race of races)
    for (const side of ['male', 'female'])
      for (const role of [null, ...classes]) {
        const art = heroArt({ race, side, class: role, tint }, [ofBox]);
        expect(art, `${race} ${side} ${role}`).toBeTruthy();
        expect(drawn.get(art!), `${race} ${side} ${role} looks like another`).toBeUndefined();
        drawn.set(art!, `${race} ${side} ${role}`);
      }
  expect(drawn.size).toBe(8 * 2 * 25);
});

test('every Monster and Minion is drawn, each otherwise', () => {
  const all = [
    ...idsOf('monster', 'monsters').map((id) => `monster:${id}`),
    ...idsOf('minion', 'minions').map((id) => `minion:${id}`),
  ];
  expect(all.length).toBe(22);
  expect(new Set(all.map((what) => creatureArt(what, null, [ofBox]))).size).toBe(22);
  expect(all.map((what) => creatureArt(what, null, [ofBox]))).not.toContain(undefined);
});

test('portraits name only colors that there are', () => {
  for (const race of Object.keys(ofBox.heads))
    for (const role of Object.keys(ofBox.attires)) {
      const art = heroArt({ race, side: 'female', class: role, tint }, [ofBox])!;
      for (const [, paint] of art.matchAll(/(?:fill|stroke)="([^"]+)"/g))
        expect(paint).toMatch(/^(#[\da-f]{6}|none)$/);
    }
  expect(Object.values(TONES).every((tone) => /^#[\da-f]{6}$/.test(tone))).toBe(true);
});

test('a class that nobody has drawn wears plain clothes, an unknown race has no portrait', () => {
  const plain = heroArt({ race: 'elf', side: 'female', class: null, tint }, []);
  expect(heroArt({ race: 'elf', side: 'female', class: 'cook', tint }, [])).toBe(plain);
  expect(heroArt({ race: 'merfolk', side: 'female', class: null, tint }, [])).toBeUndefined();
  expect(creatureArt('monster:dragon', null, [])).toBeUndefined();
});

test('a half is mirrored at the middle line', () => {
  expect(whole('M128 10L100 50L128 90')).toBe('M128 10L100 50L128 90L156 50L128 10Z');
  expect(farSide('M128 10L100 50L128 90', 4)).toBe('M128 90L156 50L128 10C132 40 132 60 128 90Z');
});
