// Dragging with pointer events, which work for mouse, pen and finger alike. Tap-tap and the keyboard
// do the same: dragging only points at two places in one movement.
import type { Play } from './play.svelte';

interface Draggable {
  play: Play | null;
  part: string;
}
const FAR = 8;

export function draggable(
  node: HTMLElement,
  given: Draggable,
): { update(next: Draggable): void; destroy(): void } {
  let now = given;

  function down(event: PointerEvent): void {
    const { play, part } = now;
    if (!play || event.button || !(play.glows(part) || play.isPicked(part) || part.startsWith('hand:')))
      return;
    if (event.pointerType === 'mouse') event.preventDefault();
    const start = { x: event.clientX, y: event.clientY };
    let ghost: HTMLElement | null = null;

    const move = (moved: PointerEvent) => {
      if (moved.pointerId !== event.pointerId) return;
      if (!ghost) {
        if (Math.hypot(moved.clientX - start.x, moved.clientY - start.y) < FAR) return;
        ghost = lift(node);
        if (!play.isPicked(part) && play.glows(part) && !part.startsWith('init:')) play.pick(part);
      }
      moved.preventDefault();
      ghost.style.transform = `translate(${moved.clientX - start.x}px, ${moved.clientY - start.y}px) scale(1.15)`;
    };
    const end = (ended: PointerEvent) => {
      if (ended.pointerId !== event.pointerId) return;
      stop();
      if (!ghost) return;
      ghost.remove();
      // The click that follows a drag means nothing.
      addEventListener('click', swallow, { capture: true, once: true });
      setTimeout(() => removeEventListener('click', swallow, { capture: true }), 50);
      if (ended.type === 'pointercancel') return;
      drop(play, part, ended.clientX, ended.clientY);
    };
    const stop = () => {
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', end);
      removeEventListener('pointercancel', end);
    };
    addEventListener('pointermove', move, { passive: false });
    addEventListener('pointerup', end);
    addEventListener('pointercancel', end);
  }

  const touch = () => {
    node.style.touchAction = now.play?.glows(now.part) || now.part.startsWith('hand:') ? 'none' : '';
  };
  node.addEventListener('pointerdown', down);
  touch();
  return {
    update(next) {
      now = next;
      touch();
    },
    destroy: () => node.removeEventListener('pointerdown', down),
  };
}

const swallow = (event: Event) => {
  event.stopPropagation();
  event.preventDefault();
};

function lift(node: HTMLElement): HTMLElement {
  const box = node.getBoundingClientRect();
  const ghost = node.cloneNode(true) as HTMLElement;
  ghost.removeAttribute('data-at');
  ghost.classList.remove('glow', 'picked');
  Object.assign(ghost.style, {
    position: 'fixed',
    left: `${box.left}px`,
    top: `${box.top}px`,
    width: `${box.width}px`,
    height: `${box.height}px`,
    margin: '0',
    zIndex: '90',
    pointerEvents: 'none',
    background: 'none',
    boxShadow: 'none',
  });
  document.body.append(ghost);
  return ghost;
}

function drop(play: Play, from: string, x: number, y: number): void {
  for (const under of document.elementsFromPoint(x, y)) {
    const place = under.closest<HTMLElement>('[data-at]')?.dataset['at'];
    if (!place || place === from) continue;
    if (from.startsWith('init:') && place.startsWith('row:') && play.glows(from)) {
      // From the Initiative card straight to a row: take, and place when that is asked.
      play.next = place;
      play.pick(from);
      return;
    }
    if (play.glows(place)) {
      play.pick(place);
      return;
    }
    // A die of the row stands for its row.
    const row = /^spot:(...)/.exec(place)?.[1];
    if (row && play.glows(`row:${row}`)) {
      play.pick(`row:${row}`);
      return;
    }
  }
  if (play.isPicked(from)) play.unpick();
}
