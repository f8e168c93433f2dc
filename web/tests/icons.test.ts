import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import authors from '../src/icon-authors.json';
import icons from '../src/icons.json';

test('every icon has its author, in the client and in CREDITS.md', () => {
  const credits = readFileSync(new URL('../../CREDITS.md', import.meta.url), 'utf8');
  const used = [...new Set(Object.values(icons))].sort();
  expect(Object.keys(authors).sort()).toEqual(used);
  for (const [icon, author] of Object.entries(authors)) expect(credits).toMatch(new RegExp(`\\*\\*${author}\\*\\*:.*\\b${icon}\\b`));
});
