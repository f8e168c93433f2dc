// Where a note can lie without covering what it is about.

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}
export interface Size {
  width: number;
  height: number;
}
/** Something that should stay in sight, and how much it matters. */
export interface Kept {
  box: Box;
  weight: number;
}

export const overlap = (one: Box, two: Box): number =>
  Math.max(0, Math.min(one.right, two.right) - Math.max(one.left, two.left)) *
  Math.max(0, Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top));

const at = (left: number, top: number, { width, height }: Size): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});

/** How far apart two boxes are, along both axes together. */
const apart = (one: Box, two: Box): number =>
  Math.max(0, one.left - two.right, two.left - one.right) +
  Math.max(0, one.top - two.bottom, two.top - one.bottom);

/** A pixel of distance costs so much: less than a pixel of anything covered. */
const FAR = 0.001;

/**
 * The place in a window that covers least of what is to be kept in sight; of such places the one nearest to what the
 * note is about. Corners come first, the lower right before the others; then whatever lies directly beside one of the
 * things.
 */
export function beside(
  note: Size,
  window: Box,
  kept: Kept[],
  gap = 12,
  about?: Box,
): { left: number; top: number } {
  const last = { left: window.right - gap - note.width, top: window.bottom - gap - note.height };
  const inside = (value: number, low: number, high: number) => Math.max(low, Math.min(value, high));
  const lefts = [last.left, window.left + gap, (window.left + window.right - note.width) / 2];
  const tops = [last.top, window.top + gap, (window.top + window.bottom - note.height) / 2];
  for (const { box } of kept) {
    lefts.push(box.right + gap, box.left - gap - note.width);
    tops.push(box.bottom + gap, box.top - gap - note.height);
  }
  let best = { left: last.left, top: last.top, cost: Infinity };
  for (const wantedTop of tops)
    for (const wantedLeft of lefts) {
      const left = inside(wantedLeft, window.left + gap, Math.max(window.left + gap, last.left));
      const top = inside(wantedTop, window.top + gap, Math.max(window.top + gap, last.top));
      const here = at(left, top, note);
      const cost =
        kept.reduce((sum, { box, weight }) => sum + weight * overlap(here, box), 0) +
        (about ? FAR * apart(here, about) : 0);
      if (cost < best.cost) best = { left, top, cost };
    }
  return { left: best.left, top: best.top };
}

/** Where a note points from: the middle of what faces the thing, and the way to it in degrees (0: to the right). */
export interface Pointer {
  left: number;
  top: number;
  turn: number;
}

/** From a note to what it is about; none where they touch, or where the way leads around a corner. */
export function pointerTo(note: Box, about: Box): Pointer | null {
  const middle = (low: number, high: number) => (low + high) / 2;
  const [left, right] = [Math.max(note.left, about.left), Math.min(note.right, about.right)];
  const [top, bottom] = [Math.max(note.top, about.top), Math.min(note.bottom, about.bottom)];
  if (bottom > top && about.right <= note.left)
    return { left: note.left, top: middle(top, bottom), turn: 180 };
  if (bottom > top && about.left >= note.right)
    return { left: note.right, top: middle(top, bottom), turn: 0 };
  if (right > left && about.bottom <= note.top)
    return { left: middle(left, right), top: note.top, turn: 270 };
  if (right > left && about.top >= note.bottom)
    return { left: middle(left, right), top: note.bottom, turn: 90 };
  return null;
}
