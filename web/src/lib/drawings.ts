// Which drawing of the sprite stands for a thing; one drawing may stand for several.
import drawings from '../icons.json';

const listed = drawings as Record<string, string>;

/** The drawing of a thing. One that is not listed gets that of its kind: a card's (`trait`), else `card`, `class` or `race`. */
export const drawingOf = (id: string, kind = ''): string =>
  listed[id] ?? listed[`kind-${kind}`] ?? listed[`kind-${id.split('-')[0]}`] ?? id;
