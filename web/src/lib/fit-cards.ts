// Cards in a room of any size: as many beside each other as leaves the most for their pictures, with all
// their words. Where no arrangement has room for the words, the cards are small.

interface Wish {
  /** Changes with what is on the cards. */
  key: string;
  n: number;
  /** Whether cards lie in all places: only then may they be laid out anew, else what is left would move. */
  full: boolean;
  onsmall: (small: boolean) => void;
}

/** A picture is seen that is so many units of the table wide and high; on a phone, where its words can
 * be had by a tap, it is what one knows the card by. */
const LEAST_PICTURE = 18;
const LEAST_ON_PHONE = 30;
/** Narrower than so many pixels no name fits on a small card. */
const LEAST_WIDTH = 92;

function arrange(node: HTMLElement, n: number, cols: number): void {
  node.style.setProperty('--cols', String(cols));
  node.style.setProperty('--rows', String(Math.ceil(n / cols)));
}

/** How large the smallest picture is; negative where words are cut. */
function pictureIn(node: HTMLElement): number {
  let least = Infinity;
  for (const inside of node.querySelectorAll<HTMLElement>('.inside')) {
    const art = inside.querySelector('.art')!;
    if (inside.scrollHeight > inside.clientHeight + 1 || inside.scrollWidth > inside.clientWidth + 1)
      return -1;
    least = Math.min(least, art.clientHeight, art.clientWidth);
  }
  return least;
}

export function fitCards(node: HTMLElement, wish: Wish) {
  let small = false;
  let frame = 0;

  function fit(): void {
    if (!wish.n || !node.clientHeight) return;
    if (small) return arrange(node, wish.n, Math.min(wish.n, widest()));
    let best = 0;
    let most = -1;
    for (let cols = 1; cols <= wish.n; cols++) {
      // A last row with one card in it, below a full one, looks forgotten.
      if (cols > 2 && wish.n % cols === 1) continue;
      arrange(node, wish.n, cols);
      const picture = pictureIn(node);
      if (picture > most) [best, most] = [cols, picture];
    }
    const unit = parseFloat(getComputedStyle(node).getPropertyValue('--u')) || 1;
    const least = node.closest("[data-shape='phone'], [data-shape='flat']") ? LEAST_ON_PHONE : LEAST_PICTURE;
    if (most < least * unit) return turn(true);
    arrange(node, wish.n, best);
  }
  /** Small cards: about as wide as high, and rows as full as can be. */
  function widest(): number {
    const { clientWidth, clientHeight } = node;
    const square = Math.round(Math.sqrt((wish.n * clientHeight) / Math.max(1, clientWidth)));
    const rows = Math.max(1, square, Math.ceil((wish.n * LEAST_WIDTH) / clientWidth));
    return Math.ceil(wish.n / rows);
  }
  function turn(so: boolean): void {
    small = so;
    wish.onsmall(so);
    if (so) later();
  }
  function later(): void {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(fit);
  }
  /** From the beginning: the words first. */
  function anew(): void {
    if (small ? !wish.full : pictureIn(node) >= 0) return;
    if (small) turn(false);
    later();
  }
  const observer = new ResizeObserver(() => (small ? fit() : later()));
  observer.observe(node);
  void document.fonts?.ready.then(later);
  fit();
  return {
    update(next: Wish): void {
      const [other, more] = [next.key !== wish.key, next.n !== wish.n];
      wish = next;
      if (more && small) turn(false);
      if (more) later();
      else if (other) queueMicrotask(anew);
    },
    destroy(): void {
      observer.disconnect();
      cancelAnimationFrame(frame);
    },
  };
}
