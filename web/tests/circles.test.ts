import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { circlesIn, importsOf } from '../tools/circles.mjs';

/** The circles of a few files, by their sources. */
function circles(sources: Record<string, string>): string[][] {
  const files = new Map(Object.entries(sources).map(([name, text]) => [resolve('/', name), text]));
  const exists = (path: string) => files.has(path);
  const found = circlesIn(new Map([...files].map(([path, text]) => [path, importsOf(path, text, exists)])));
  return found.map((way: string[]) => way.map((path) => path.slice(1)));
}

test.each([
  ["import { b } from './b';", "export { a } from './a';"],
  ["import type { B } from './b';", "import { a } from './a';"],
  ["import './b';", "const a = () => import('./a');"],
])('a circle is found: %s %s', (a, b) => {
  expect(circles({ 'a.ts': a, 'b.ts': b })).toEqual([['a.ts', 'b.ts', 'a.ts']]);
});

test('also through components and runes', () => {
  const Part = '<script lang="ts">\n  import { c } from "./c.svelte";\n</script>\n<p>import x from "./x"</p>';
  expect(
    circles({
      'a.ts': "import Part from './Part.svelte';",
      'Part.svelte': Part,
      'c.svelte.ts': "import { a } from './a';",
    }),
  ).toEqual([['a.ts', 'Part.svelte', 'c.svelte.ts', 'a.ts']]);
});

test('two ways to the same module are no circle', () => {
  expect(
    circles({ 'a.ts': "import './b';\nimport './c';", 'b.ts': "import './c';", 'c.ts': "import 'svelte';" }),
  ).toEqual([]);
});
