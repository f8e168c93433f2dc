// The table by keyboard: numbers, letters and arrows.
import type { Play } from './play.svelte';

/** What a key at the table means: everything one can point at, and the buttons. */
export function boardKey(play: Play, event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const typing = (event.target as HTMLElement).closest?.('input, textarea, select, dialog');
  if (typing) return;
  const digit = Number(event.key);
  if (digit >= 1 && digit <= 9) {
    const part = play.keys[digit - 1];
    if (part) {
      play.pick(part);
      focusOn(part);
    } else if (!play.keys.length) {
      const button = play.buttons[digit - 1];
      if (button) play.choose(button);
    } else return;
    event.preventDefault();
  } else if (event.key === 'Escape' && (play.hints.length || play.table.asking)) play.closeHint();
  else if (event.key === 'Escape') play.unpick();
  else if (event.key === 'h') play.hint();
  else if (event.key === 'w') play.wait();
  else if (event.key === 'u' && play.undoable?.can && play.undoer !== null) play.table.undo(play.undoer);
  else if (event.key === 'x' && play.unconfirmed !== null) play.table.turnDone(play.unconfirmed);
  else if (event.key === 'x' && play.called && !play.asked && play.seat !== null)
    play.table.passCall(play.seat);
  else if (event.key === 'x' && play.asked && play.skip && !play.picked.length) play.choose(play.skip);
  else if (event.key === '?') {
    const focused = document.activeElement as HTMLElement | null;
    const about = focused?.closest<HTMLElement>('[data-help]')?.dataset['help'];
    play.explain(about ?? `phase:${play.view?.phase}`, focused?.dataset['at']);
    event.preventDefault();
  } else if (event.key.startsWith('Arrow') && play.offer.glow.size) {
    if (step(event.key)) event.preventDefault();
  }
}

function focusOn(part: string): void {
  document.querySelector<HTMLElement>(`button[data-at="${part}"]:not([aria-hidden])`)?.focus();
}

/** From glowing place to glowing place, by geometry. */
function step(key: string): boolean {
  const glowing = [
    ...document.querySelectorAll<HTMLElement>('button.glow, button.picked, .answers button'),
  ].filter((node) => node.offsetParent && node.ariaHidden !== 'true');
  if (!glowing.length) return false;
  const now = document.activeElement as HTMLElement;
  if (!glowing.includes(now)) {
    glowing[0]!.focus();
    return true;
  }
  const from = now.getBoundingClientRect();
  const [x, y] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key] as [
    number,
    number,
  ];
  let best: [number, HTMLElement] | null = null;
  for (const node of glowing) {
    const box = node.getBoundingClientRect();
    const dx = box.left + box.width / 2 - from.left - from.width / 2;
    const dy = box.top + box.height / 2 - from.top - from.height / 2;
    const along = dx * x + dy * y;
    if (node === now || along < 4) continue;
    const cost = along + 2.5 * Math.abs(dx * y + dy * x);
    if (!best || cost < best[0]) best = [cost, node];
  }
  best?.[1].focus();
  return true;
}
