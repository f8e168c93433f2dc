// Refuses colors, font sizes, corners and spaces outside style/tokens.css, and names of tokens that nobody has defined.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sources } from './sources.mjs';

/** What has a palette of its own: the dice, and a picture that is looked at without this page. */
const TOKENS = 'style/tokens.css';
const OWN_COLORS = /(^|\/)palettes\.ts$|^lib\/portrait\.ts$|^style\/tokens\.css$/;
const COLOR = /#(?:[0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})\b|\b(?:rgba?|hsla?|oklch|oklab)\((?!from)/gi;
const SIZE = /\b(?:font|font-size|border-radius):[^;{}/]*?\b\d[\d.]*(?:px|pt|rem)\b/g;
/** A hair's breadth and the width of a column are no spaces. */
const SPACE = /\b(?:padding|gap|margin)(?:-[a-z]+)*:[^;{}]*?(?<![\w.])(?:[2-9]|[1-3]\d|40)(?:\.\d+)?px\b/g;

/** Only what is style: a component's markup has `#if` and addresses with `#`. */
const styleOf = (name, text) =>
  name.endsWith('.svelte') ? (/<style[^>]*>([\s\S]*)<\/style>/.exec(text)?.[1] ?? '') : text;

/** Colors in a source that should have been tokens. */
export const colorsIn = (name, text) => styleOf(name, text).match(COLOR) ?? [];

/** Font sizes and corners in a source that should have been tokens; what is relative to others is none. */
export const sizesIn = (name, text) =>
  /\.(css|svelte)$/.test(name) ? [SIZE, SPACE].flatMap((raw) => styleOf(name, text).match(raw) ?? []) : [];

/** Custom properties that are used without a fallback. */
export const usedIn = (text) => [...text.matchAll(/var\((--[\w-]+)\)/g)].map((match) => match[1]);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const files = sources()
    .filter(([name]) => /\.(css|svelte|ts)$/.test(name))
    .map(([name, path]) => [name, readFileSync(path, 'utf8')]);
  const defined = new Set(
    files.flatMap(([, text]) => [...text.matchAll(/(--[\w-]+)['"]?\s*[:=]/g)].map((match) => match[1])),
  );
  const dice = /^--[a-z]+-(base|light|dark|pip)$/;
  const faults = files.flatMap(([name, text]) => [
    ...(OWN_COLORS.test(name)
      ? []
      : colorsIn(name, text).map((color) => `${name}: ${color} is no token of style/tokens.css`)),
    ...(name === TOKENS
      ? []
      : sizesIn(name, text).map((size) => `${name}: ${size} is no token of style/tokens.css`)),
    ...usedIn(text)
      .filter((token) => !defined.has(token) && !dice.test(token))
      .map((token) => `${name}: ${token} is not defined`),
  ]);
  for (const fault of faults) console.error(fault);
  process.exit(faults.length ? 1 : 0);
}
