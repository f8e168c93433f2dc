import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { boxFolders, sources } from '../tools/sources.mjs';

const english = new URL('../../src/rollplayer/locale/en/', import.meta.url);
const catalogues = [
  ...readdirSync(english).map((name) => new URL(name, english)),
  ...boxFolders().map((folder) => `${folder}/../locale/en/web.json`),
];
const texts = Object.assign(
  {},
  ...catalogues.filter(existsSync).map((path) => JSON.parse(readFileSync(path, 'utf8')) as object),
) as Record<string, string>;
const code = sources()
  .filter(([name]) => /\.(ts|svelte)$/.test(name))
  .map(([, path]) => readFileSync(path, 'utf8'))
  .join('\n');
const said = new Set(
  [
    ...code.matchAll(/\bt\(\s*'([\w.-]+)'/g),
    ...code.matchAll(/'((?:start|waiting|tables|gone)\.[\w.-]+)'/g),
  ].map((found) => found[1]!),
);
const built = [...code.matchAll(/\bt\(\s*`([\w.-]*)\$\{/g)].map((found) => found[1]!);

test('every text that is asked for exists', () => {
  for (const key of said) expect(texts, key).toHaveProperty([`web.${key}`]);
});

test('no text is left over', () => {
  const unused = Object.keys(texts)
    .filter((key) => key.startsWith('web.'))
    .map((key) => key.slice(4))
    .filter(
      (key) =>
        !said.has(key) &&
        !built.some((start) => start && key.startsWith(start)) &&
        !code.includes(`'${key}'`),
    );
  expect(unused).toEqual([]);
});
