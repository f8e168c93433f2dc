// A portrait: a head in the clothes of a class, on a ground of its color, as parts to draw in order.
import { TONES } from './palettes';
import type { Attire } from './attire';
import type { Head } from './head';
import { disc, flat, SIZE, type Layer } from './shapes';

export interface Part {
  layers: Layer[];
  /** An SVG transform: how a hat fits this head. */
  fit?: string;
}

export function partsOf(head: Head, attire: Attire): Part[] {
  const { wide = 1, down = 0 } = head.hat ?? {};
  const fit = `matrix(${wide} 0 0 1 ${Math.round(128 * (1 - wide) * 10) / 10} ${down})`;
  const parts: { layers: Layer[] | undefined; fit?: string }[] = [
    { layers: attire.back },
    { layers: head.back },
    { layers: attire.hood },
    { layers: [...head.neck, ...attire.body] },
    { layers: head.ears },
    { layers: head.face },
    { layers: attire.covers ? undefined : head.crown },
    { layers: head.fringe },
    { layers: attire.mask },
    { layers: attire.hat, fit },
    { layers: [...(head.over ?? []), ...(head.beard ?? [])] },
  ];
  return parts.flatMap(({ layers, fit }) => (layers?.length ? [{ layers, ...(fit ? { fit } : {}) }] : []));
}

/** The ground of a portrait: light behind the head, dark towards the edge. */
export const GROUND: Layer[] = [
  flat(`M0 0L${SIZE} 0L${SIZE} ${SIZE}L0 ${SIZE}Z`, 'ground'),
  flat(disc(128, 116, 136), 'groundLight', 0.25),
  flat(disc(128, 108, 98), 'groundLight', 0.35),
  flat(`M0 ${SIZE}L0 190Q128 250 ${SIZE} 190L${SIZE} ${SIZE}Z`, 'groundShade', 0.5),
];

const attributes = (layer: Layer, tones: Record<string, string>): string => {
  const color = (tone: string): string => tones[tone] ?? TONES[tone] ?? tone;
  return [
    `d="${layer.d}"`,
    `fill="${layer.fill ? color(layer.fill) : 'none'}"`,
    layer.line ? `stroke="${color(layer.line)}" stroke-width="${layer.width ?? 4}"` : '',
    layer.opacity !== undefined && layer.opacity < 1 ? `opacity="${layer.opacity}"` : '',
  ]
    .filter(Boolean)
    .join(' ');
};

/** The portrait as SVG, without the element around it. */
export const drawn = (parts: Part[], tones: Record<string, string>): string =>
  parts
    .map(({ layers, fit }) => {
      const inner = layers
        .map((layer) => {
          const path = `<path ${attributes(layer, tones)}/>`;
          return layer.pair ? `${path}<g transform="matrix(-1 0 0 1 ${SIZE} 0)">${path}</g>` : path;
        })
        .join('');
      return fit ? `<g transform="${fit}">${inner}</g>` : inner;
    })
    .join('');
