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

/**
 * The place in a window that covers least of what is to be kept in sight. Corners come first, the lower right before
 * the others; then whatever lies directly beside one of the things.
 */
export function beside(note: Size, window: Box, kept: Kept[], gap = 12): { left: number; top: number } {
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
      const cost = kept.reduce((sum, { box, weight }) => sum + weight * overlap(at(left, top, note), box), 0);
      if (cost < best.cost) best = { left, top, cost };
    }
  return { left: best.left, top: best.top };
}
