// Which drawing of the sprite stands for a thing; one drawing may stand for several.
import drawings from '../icons.json';
import { askBoxes } from './boxes.svelte';

const ofBoxes = import.meta.glob<Record<string, string>>(
  '../../../src/rollplayer/expansions/*/web/icons.json',
  { eager: true, import: 'default' },
);
const listed: Record<string, string> = Object.assign({}, drawings, ...Object.values(ofBoxes));

/**
 * The drawing of a thing, or the address of one that a box brings. One that is not listed gets that of its
 * kind: a card's (`trait`), else `card`, `class` or `race`.
 */
export const drawingOf = (id: string, kind = ''): string =>
  askBoxes((box) => box.icons?.[id]) ??
  listed[id] ??
  listed[`kind-${kind}`] ??
  listed[`kind-${id.split('-')[0]}`] ??
  id;
