// One line of what happens in a place of one height: in smaller letters where it is long, and where even
// those do not fit without what happened first. The end is always there.

/** The letters that are tried, as `data-tight`. */
const TIGHT = ['', 'somewhat', 'very'];

/** The text, and what is left of it as its first parts go. */
export function endings(text: string): string[] {
  const parts = text.split(/(?<=[;.]) /);
  return parts.map((_, at) => (at ? `… ${parts.slice(at).join(' ')}` : text));
}

export function fitLine(
  place: HTMLElement,
  text: string,
): { update: (text: string) => void; destroy: () => void } {
  /** Letters reach a little beyond their lines: only a line more is too much. */
  const fits = () =>
    place.scrollHeight - place.clientHeight < parseFloat(getComputedStyle(place).fontSize) / 2;
  const fit = () => {
    for (const ending of endings(text)) {
      place.textContent = ending;
      // Left out is more than small letters: the shorter text begins with the smallest.
      for (const tight of ending === text ? TIGHT : TIGHT.slice(-1)) {
        place.dataset['tight'] = tight;
        if (fits()) return;
      }
    }
  };
  const sizes = new ResizeObserver(fit);
  sizes.observe(place.parentElement!);
  fit();
  return {
    update: (next) => {
      text = next;
      fit();
    },
    destroy: () => sizes.disconnect(),
  };
}
