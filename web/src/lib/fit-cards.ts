// Cards in a room of any size: as many beside each other as leaves the most for their pictures, with all
// their words. Where the pictures would be too small, the cards are rows of a list, each as high as its
// words; and where no list has room for the words either, the cards are small.

interface Wish {
  /** Changes with what is on the cards. */
  key: string;
  n: number;
  /** Whether cards lie in all places: only then may they be laid out anew, else what is left would move. */
  full: boolean;
  onsmall: (small: boolean) => void;
}

/** A picture is seen that is so many units of the table wide and high. */
const LEAST_PICTURE = 18;
/** Cards so many times as wide as a letter of their words is high: in narrower ones hardly two words share a line. */
const LEAST_LINE = 7;
/** The lists that are tried, as `data-listed`: with letters as large as on a card, and smaller ones. */
const LISTS = ['wide', 'tight'] as const;
/** Narrower than so many pixels no name fits on a small card. */
const LEAST_WIDTH = 92;

function arrange(node: HTMLElement, n: number, cols: number): void {
  node.style.setProperty('--cols', String(cols));
  node.style.setProperty('--rows', String(Math.ceil(n / cols)));
}

const facesIn = (node: HTMLElement): HTMLElement[] => [...node.querySelectorAll<HTMLElement>('.inside')];
const cut = (each: HTMLElement): boolean =>
  each.scrollHeight > each.clientHeight + 1 || each.scrollWidth > each.clientWidth + 1;

/** Whether the words would stand in a column that nobody likes to read. */
function narrow(node: HTMLElement): boolean {
  const [face, words] = [node.querySelector('.inside'), node.querySelector('.text')];
  return (
    Boolean(face && words) && face!.clientWidth < LEAST_LINE * parseFloat(getComputedStyle(words!).fontSize)
  );
}

/** How large the smallest picture is; negative where words are cut. */
function pictureIn(node: HTMLElement): number {
  const faces = facesIn(node);
  if (faces.some(cut)) return -1;
  return Math.min(
    ...faces.map((face) => {
      const { clientHeight, clientWidth } = face.querySelector('.art')!;
      return Math.min(clientHeight, clientWidth);
    }),
  );
}

/** The last place ends where the room does, at most: a card's buttons hang over its own edge. */
const holds = (node: HTMLElement): boolean =>
  !facesIn(node).some(cut) &&
  (node.lastElementChild?.getBoundingClientRect().bottom ?? 0) < node.getBoundingClientRect().bottom + 1;

/** Lays them out as a list, in one column or two; whether their words are all in sight. */
function lists(node: HTMLElement, n: number): boolean {
  for (const list of LISTS)
    for (const cols of [1, 2]) {
      node.dataset['listed'] = list;
      node.style.gridTemplateRows = '';
      arrange(node, n, cols);
      if (!holds(node)) continue;
      // What is bought leaves its place: the others stay in theirs.
      node.style.gridTemplateRows = getComputedStyle(node).gridTemplateRows;
      return true;
    }
  delete node.dataset['listed'];
  return false;
}

export function fitCards(node: HTMLElement, wish: Wish) {
  let small = false;
  let frame = 0;
  /** The room in which there was none for all words. */
  let tried = '';
  /** With what stands below small cards. */
  const room = (): string => `${node.parentElement?.clientWidth} ${node.parentElement?.clientHeight}`;

  function fit(): void {
    if (!wish.n || !node.clientHeight) return;
    if (small) {
      const most = Math.min(wish.n, widest());
      // Lower and wider cards where a long name has no room.
      for (let cols = most; cols > 0; cols--) {
        arrange(node, wish.n, cols);
        if (!facesIn(node).some(cut)) return;
      }
      // Not even their names have room beside the words of one: those come with a tap.
      arrange(node, wish.n, most);
      node.dataset['low'] = '';
      return;
    }
    delete node.dataset['listed'];
    let best = 0;
    let most = -1;
    for (let cols = 1; cols <= wish.n; cols++) {
      // A last row with one card in it, below a full one, looks forgotten.
      if (cols > 2 && wish.n % cols === 1) continue;
      arrange(node, wish.n, cols);
      if (cols > 1 && narrow(node)) break;
      const picture = pictureIn(node);
      if (picture > most) [best, most] = [cols, picture];
    }
    const unit = parseFloat(getComputedStyle(node).getPropertyValue('--u')) || 1;
    if (most >= LEAST_PICTURE * unit) arrange(node, wish.n, best);
    else if (!lists(node, wish.n)) turn(true);
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
    tried = room();
    delete node.dataset['low'];
    wish.onsmall(so);
    if (so) later();
  }
  function later(): void {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(fit);
  }
  /** From the beginning: the words first. */
  function anew(): void {
    if (small ? !wish.full : holds(node)) return;
    if (small) turn(false);
    later();
  }
  function resized(): void {
    if (small && node.clientHeight && tried !== room()) turn(false);
    if (small) fit();
    else later();
  }
  const observer = new ResizeObserver(resized);
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
