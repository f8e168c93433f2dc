import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const texts = JSON.parse(
  readFileSync(new URL('../../src/rollplayer/locale/en/web.json', import.meta.url), 'utf8'),
) as Record<string, string>;
const source = (folder: string): string =>
  readdirSync(new URL(folder, import.meta.url), { withFileTypes: true })
    .map((file) =>
      file.isDirectory()
        ? source(`${folder}${file.name}/`)
        : /\.(ts|svelte)$/.test(file.name)
          ? readFileSync(new URL(`${folder}${file.name}`, import.meta.url), 'utf8')
          : '',
    )
    .join('\n');
const code = source('../src/');
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
    .map((key) => key.slice(4))
    .filter(
      (key) =>
        !said.has(key) &&
        !built.some((start) => start && key.startsWith(start)) &&
        !code.includes(`'${key}'`),
    );
  expect(unused).toEqual([]);
});
