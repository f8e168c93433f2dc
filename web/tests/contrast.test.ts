// Both themes by number: text is readable, and nothing in the color of a die vanishes in what it lies on.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Box } from '../src/lib/box';
import { distance, lab, PALETTE_NAMES, PALETTES, tintOf, type Tint } from '../src/lib/palettes';

const css = readFileSync('src/style/tokens.css', 'utf8');
const boxes = Object.values(
  import.meta.glob<Box>('../../src/rollplayer/expansions/*/web/index.ts', { eager: true, import: 'default' }),
);

/** The custom properties of all rules with one of these selectors; later ones win. */
function properties(...selectors: string[]): Map<string, string> {
  const rules = [...css.matchAll(/^(:root[^{]*?) \{([^}]*)\}/gm)].filter(([, selector]) =>
    selectors.includes(selector!),
  );
  return new Map(
    rules.flatMap(([, , body]) =>
      [...body!.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, key, value]) => [key!, value!]),
    ),
  );
}
const THEMES = {
  light: properties(':root'),
  dark: properties(':root', ":root[data-theme='dark']"),
};
type Theme = keyof typeof THEMES;

/** The color that a token stands for, as six hexadecimal digits. */
function color(theme: Theme, token: string): string {
  const value = THEMES[theme].get(token)?.trim() ?? '';
  const other = /^var\((--[\w-]+)\)$/.exec(value);
  if (other) return color(theme, other[1]!);
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/.exec(value)?.[1];
  if (!hex) throw new Error(`${token} is no plain color in the ${theme} theme: '${value}'`);
  return `#${hex.length === 3 ? hex.replace(/./g, '$&$&') : hex}`;
}
const luminance = (hex: string): number => {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const v = parseInt(hex.slice(at, at + 2), 16) / 255;
    return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
};
const contrast = (one: string, two: string): number => {
  const [dark, light] = [luminance(one), luminance(two)].sort((a, b) => a - b);
  return (light! + 0.05) / (dark! + 0.05);
};

const isLight = (hex: string) => luminance(hex) > 0.3;
/** The rim of a die, as Die.svelte chooses it by what it lies on. */
const edgeOf = (tint: Tint, onLight: boolean) => tint.edge ?? (onLight ? tint.dark : tint.light);

const PAPER = ['--paper-hi', '--paper', '--paper-lo'];
const FELT = ['--felt-hi', '--felt', '--felt-lo'];
const CARD = ['--card-hi', '--card', '--card-lo'];
/** The hall of a scene. */
const STONE = ['--slate-34', '--slate-26', '--slate-20'];
const WOOD = ['--frame', '--wood-21', '--wood-29', '--wood-31'];
const KINDS = ['--weapon', '--armor', '--trait', '--skill', '--scroll'];
/** Who is written on what. */
const TEXTS: [string[], string[]][] = [
  [['--ink', '--ink-soft', '--good', '--bad'], PAPER],
  [['--ink'], ['--field']],
  [
    ['--on-dark', '--on-dark-soft', '--brass', '--brass-hi'],
    [...FELT, ...WOOD],
  ],
  [['--on-dark', '--on-dark-soft', '--brass'], STONE],
  [['--card-ink', '--card-ink-soft'], CARD],
  [['--paper-97', '--brass-92'], KINDS],
  [['--on-brass'], ['--gilt', '--brass-69', '--brass-76', '--brass-80']],
  [['--on-ticked'], ['--ticked']],
];

test('contrast agrees with the published examples of WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

describe.each(Object.keys(THEMES) as Theme[])('%s', (theme) => {
  const pairs = TEXTS.flatMap(([texts, grounds]) =>
    texts.flatMap((text) => grounds.map((ground) => [text, ground] as const)),
  );
  test.each(pairs)('%s on %s is readable (AA)', (text, ground) => {
    expect(contrast(color(theme, text), color(theme, ground))).toBeGreaterThanOrEqual(4.5);
  });

  test.each([...PAPER, '--paper-hi'])('an open box shows on %s', (ground) => {
    expect(contrast(color(theme, '--field-line'), color(theme, ground))).toBeGreaterThanOrEqual(3);
  });

  test('a ticked box is another than an open one', () => {
    expect(contrast(color(theme, '--ticked'), color(theme, '--field'))).toBeGreaterThanOrEqual(3);
  });

  test.each([
    ['--rim-on-paper', PAPER],
    ['--rim-on-felt', FELT],
  ] as const)('%s shows around a mark', (rim, grounds) => {
    for (const ground of grounds)
      expect(contrast(color(theme, rim), color(theme, ground))).toBeGreaterThanOrEqual(3);
  });

  test('the bands of cards stay apart', () => {
    for (const one of KINDS)
      for (const two of KINDS)
        if (one < two)
          expect(
            distance(lab(color(theme, one)), lab(color(theme, two))),
            `${one} ${two}`,
          ).toBeGreaterThanOrEqual(20);
  });

  test.each(PALETTE_NAMES)('every die of the palette %s shows on every surface', (palette) => {
    const ofBoxes = boxes
      .flatMap((box) => Object.entries(box.dice ?? {}))
      .map(([kind, tints]) => [kind, tintOf(tints, palette)] as const);
    for (const [kind, tint] of [...Object.entries(PALETTES[palette]), ...ofBoxes])
      for (const ground of [...PAPER, ...FELT, ...CARD]) {
        const seen = Math.max(
          ...[tint.base, edgeOf(tint, isLight(color(theme, ground)))].map((part) =>
            contrast(part, color(theme, ground)),
          ),
        );
        expect(seen, `${kind} on ${ground}`).toBeGreaterThanOrEqual(3);
      }
  });
});

test.each(PALETTE_NAMES)('pips of the palette %s show', (palette) => {
  for (const [kind, { base, pip }] of Object.entries(PALETTES[palette]))
    expect(contrast(base, pip), kind).toBeGreaterThanOrEqual(palette === 'contrast' ? 4.5 : 3);
});
