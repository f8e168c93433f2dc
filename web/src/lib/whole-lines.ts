// A place that scrolls stands at its newest line, and begins with a whole one: where the first would be
// cut, there is air below the last instead.

/** How far to scroll and how much air to leave, by where the lines begin in what is shown of them. */
export function endOf(tops: number[], whole: number, seen: number): { top: number; air: number } {
  const least = Math.max(0, whole - seen);
  const top = tops.find((each) => each >= least) ?? tops.at(-1) ?? 0;
  return { top, air: Math.max(0, top - least) };
}

export function wholeLines(place: HTMLElement): { destroy: () => void } {
  const end = () => {
    place.style.paddingBottom = '';
    const first = place.firstElementChild as HTMLElement | null;
    const tops = [...place.children].map((line) => (line as HTMLElement).offsetTop - first!.offsetTop);
    const { top, air } = endOf(tops, place.scrollHeight, place.clientHeight);
    place.style.paddingBottom = `${air}px`;
    place.scrollTop = top;
  };
  const lines = new MutationObserver(end);
  // Where it lies on a tab, or is resized, it has had no height to scroll in before.
  const sizes = new ResizeObserver(end);
  lines.observe(place, { childList: true });
  sizes.observe(place);
  return {
    destroy: () => {
      lines.disconnect();
      sizes.disconnect();
    },
  };
}
