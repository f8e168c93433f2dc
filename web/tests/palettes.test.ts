import { describe, expect, test } from 'vitest';
import { DEFICIENCIES, distance, lab, PALETTES, tintOf } from '../src/lib/palettes';
import type { Box } from '../src/lib/box';

const boxes = Object.values(
  import.meta.glob<Box>('../../src/rollplayer/expansions/*/web/index.ts', { eager: true, import: 'default' }),
);
const all = (palette: keyof typeof PALETTES) => ({
  ...PALETTES[palette],
  ...Object.fromEntries(
    boxes.flatMap((box) =>
      Object.entries(box.dice ?? {}).map(([kind, tints]) => [kind, tintOf(tints, palette)]),
    ),
  ),
});

const AT_LEAST: Record<string, number> = { classic: 10, safe: 15, contrast: 14 };

test('the measure of distance agrees with the published examples of CIEDE2000', () => {
  expect(distance([50, 2.6772, -79.7751], [50, 0, -82.7485])).toBeCloseTo(2.0425, 3);
  expect(distance([60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387])).toBeCloseTo(1.2644, 3);
});

describe.each(Object.keys(PALETTES) as (keyof typeof PALETTES)[])('%s', (palette) => {
  test.each(Object.keys(DEFICIENCIES))('stays apart with %s', (seen) => {
    let least: [number, string] = [999, ''];
    for (const [one, first] of Object.entries(all(palette)))
      for (const [two, second] of Object.entries(all(palette)))
        if (one < two) {
          const apart = distance(lab(first.base, DEFICIENCIES[seen]), lab(second.base, DEFICIENCIES[seen]));
          if (apart < least[0]) least = [apart, `${one}/${two}`];
        }
    expect(least[0], `${least[1]} ${least[0]}`).toBeGreaterThanOrEqual(AT_LEAST[palette]!);
  });
});
