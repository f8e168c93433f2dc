// What the built client contains of others keeps their license: the texts in licenses/ are those of
// the versions that are installed.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const TEXTS = {
  'OFL-1.1-Cinzel.txt': '@fontsource/cinzel/LICENSE',
  'OFL-1.1-Alegreya.txt': '@fontsource/alegreya/LICENSE',
  'MIT-Svelte.txt': 'svelte/LICENSE.md',
};

test.each(Object.entries(TEXTS))('%s is the license of what is built in', (ours, theirs) => {
  const kept = readFileSync(`../licenses/${ours}`, 'utf8');
  expect(kept).toBe(readFileSync(`node_modules/${theirs}`, 'utf8'));
});
