// Which drawing of the sprite stands for a thing; one drawing may stand for several.
import drawings from '../icons.json';

export const drawingOf = (id: string): string => (drawings as Record<string, string>)[id] ?? id;
