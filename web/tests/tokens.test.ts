import { expect, test } from 'vitest';
import { colorsIn, sizesIn, usedIn } from '../tools/tokens.mjs';

test('a color in a style is found, whatever its notation', () => {
  expect(colorsIn('app.css', 'a { color: #fff; background: linear-gradient(#0008, rgb(1 2 3)) }')).toEqual([
    '#fff',
    '#0008',
    'rgb(',
  ]);
  expect(colorsIn('Part.svelte', '<p>#abc</p><style>p { color: #ABCDEF; }</style>')).toEqual(['#ABCDEF']);
  expect(colorsIn('paint.ts', "const red = '#b3161d';")).toEqual(['#b3161d']);
});

test('tokens, blocks and addresses are no colors', () => {
  expect(
    colorsIn(
      'app.css',
      'a { color: var(--gilt); background: color-mix(in srgb, var(--hint) 15%, transparent) }',
    ),
  ).toEqual([]);
  expect(colorsIn('Part.svelte', '{#each all as one}<a href="#add">+</a>{/each}')).toEqual([]);
});

test('what is used without a fallback must be defined', () => {
  expect(usedIn('a { color: var(--gilt); width: var(--s, 10px) }')).toEqual(['--gilt']);
});

test('a size of letters or corners is found, also in shorthand', () => {
  const style = 'a { font: 700 14.5px/1 var(--title); font-size: 1rem; border-radius: 4px 0; }';
  expect(sizesIn('app.css', style)).toEqual(['font: 700 14.5px', 'font-size: 1rem', 'border-radius: 4px']);
  expect(sizesIn('Part.svelte', `<p style="font-size: 3px"></p><style>${style}</style>`)).toHaveLength(3);
});

test('a space is found, also a second one and within a function', () => {
  const style = 'a { padding: 0 3px; margin-top: max(1px, 12.5px); gap: var(--space-s) 7px; top: 8px }';
  expect(sizesIn('app.css', style)).toEqual([
    'padding: 0 3px',
    'margin-top: max(1px, 12.5px',
    'gap: var(--space-s) 7px',
  ]);
});

test('tokens, shares and other lengths are no such sizes', () => {
  const style =
    'a { font: 700 var(--text-m)/1 var(--title); border-radius: 50%; padding: 1px 0; margin: 0 190px; font-size: 0.9em }';
  expect(sizesIn('app.css', style)).toEqual([]);
  expect(sizesIn('portrait.ts', 'font: 12px serif')).toEqual([]);
});
