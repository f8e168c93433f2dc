// Cosmetics: what has happened flies from where it was to where it is. The state never waits for it.
import { askBoxes } from './boxes.svelte';
import { moves, pace } from './settings.svelte';
import type { GameEvent } from './types';

type Boxes = Map<string, DOMRect>;

const boxOf = (selector: string): DOMRect | null =>
  document.querySelector(selector)?.getBoundingClientRect() ?? null;

export function remember(): Boxes {
  const boxes: Boxes = new Map();
  for (const node of document.querySelectorAll<HTMLElement>('[data-at], [data-seat]')) {
    const box = node.getBoundingClientRect();
    if (!box.width) continue;
    const key = node.dataset['at'] ?? `seat:${node.dataset['seat']}`;
    if (!boxes.has(key)) boxes.set(key, box);
  }
  for (const node of document.querySelectorAll<HTMLElement>('[data-spot]'))
    boxes.set(`spot:${node.dataset['spot']}`, node.getBoundingClientRect());
  return boxes;
}

function fly(node: Element | null, from: DOMRect | undefined | null, turn = 0): void {
  if (!node || !from) return;
  const to = node.getBoundingClientRect();
  if (!to.width) return;
  const dx = from.left + from.width / 2 - to.left - to.width / 2;
  const dy = from.top + from.height / 2 - to.top - to.height / 2;
  if (Math.hypot(dx, dy) < 4) return;
  node.animate(
    [
      {
        transform: `translate(${dx}px, ${dy}px) scale(${Math.min(1.4, from.width / to.width) || 1})`,
        zIndex: 60,
      },
      {
        transform: `translate(${dx * 0.35}px, ${dy * 0.35 - 30}px) scale(1.15) rotate(${turn}deg)`,
        zIndex: 60,
        offset: 0.6,
      },
      { transform: 'none', zIndex: 60 },
    ],
    { duration: pace().move + 180, easing: 'cubic-bezier(.3,.7,.3,1)' },
  );
}

/** Coins from one place to another. */
function coins(n: number, from: DOMRect | null | undefined, to: DOMRect | null | undefined): void {
  if (!from || !to || !from.width || !to.width) return;
  for (let i = 0; i < Math.min(5, n); i++) {
    const coin = document.createElement('span');
    coin.className = 'flying-coin';
    coin.style.left = `${from.left + from.width / 2 - 11}px`;
    coin.style.top = `${from.top + from.height / 2 - 11}px`;
    document.body.append(coin);
    const dx = to.left + to.width / 2 - from.left - from.width / 2;
    const dy = to.top + to.height / 2 - from.top - from.height / 2;
    coin.animate(
      [
        { transform: 'none' },
        { transform: `translate(${dx / 2}px, ${dy / 2 - 46}px) rotateY(360deg)` },
        { transform: `translate(${dx}px, ${dy}px) rotateY(720deg)`, opacity: 0.7 },
      ],
      { duration: pace().move + 240, delay: i * 70, easing: 'ease-in-out', fill: 'backwards' },
    ).onfinish = () => coin.remove();
  }
}

/** Where the die lay that a rival has taken, until it is placed. */
const taken = new Map<number, DOMRect>();
const rivalSpot = (seat: number, spot: unknown): Element | null =>
  document.querySelector(`[data-rival-spot="${seat}.${spot}"]`);

/** On a rival's sheet, from the Initiative card to the space. */
function playRival(event: GameEvent, seat: number, before: Boxes): void {
  switch (event.event) {
    case 'initiative-taken': {
      const from = before.get(`init:${event['number']}`);
      if (from) taken.set(seat, from);
      break;
    }
    case 'die-placed':
      fly(rivalSpot(seat, event['spot']), taken.get(seat) ?? boxOf('.hand'), -10);
      taken.delete(seat);
      break;
    case 'dice-swapped': {
      const [one, two] = [rivalSpot(seat, event['spot']), rivalSpot(seat, event['other'])];
      const boxes = [one, two].map((node) => node?.getBoundingClientRect());
      fly(one, boxes[1]);
      fly(two, boxes[0]);
      break;
    }
    case 'die-turned':
    case 'die-rerolled':
      rivalSpot(seat, event['spot'])?.animate(
        [{ transform: 'rotate(-180deg) scale(1.6)' }, { transform: 'none' }],
        { duration: pace().move, easing: 'ease-out' },
      );
      break;
  }
}

/** What boxes move themselves, also in a scene over everything that could fly. */
export function playBoxes(events: GameEvent[]): void {
  if (moves()) for (const event of events) askBoxes((box) => box.animate?.(event, pace().move));
}

export function play(events: GameEvent[], before: Boxes, front: number): void {
  if (!moves()) return;
  for (const event of events) {
    const seat = event.seat ?? -1;
    const own = seat === front;
    if (!own && seat >= 0) playRival(event, seat, before);
    const purse = own ? boxOf(`[data-at="gold:${seat}"]`) : (boxOf(`[data-seat="${seat}"]`) ?? null);
    switch (event.event) {
      case 'initiative-taken':
        if (own)
          for (const held of document.querySelectorAll(`[data-at^="hand:"]`))
            fly(held, before.get(`init:${event['number']}`), 8);
        break;
      case 'die-placed':
        if (own)
          fly(
            document.querySelector(`[data-spot="${event['spot']}"] .scene`),
            before.get(`hand:${event['die']}`) ??
              [...before].find(([key]) => key.startsWith('hand:'))?.[1] ??
              null,
            -10,
          );
        break;
      case 'dice-swapped':
        if (own) {
          fly(
            document.querySelector(`[data-spot="${event['spot']}"] .scene`),
            before.get(`spot:${event['other']}`),
          );
          fly(
            document.querySelector(`[data-spot="${event['other']}"] .scene`),
            before.get(`spot:${event['spot']}`),
          );
        }
        break;
      case 'gold-gained':
        coins(
          Number(event['gold']),
          event['why'] === 'initiative'
            ? (before.get(`init:${lastNumber(events)}`) ?? boxOf('.decision-bar'))
            : boxOf('.decision-bar'),
          purse,
        );
        break;
      case 'gold-paid':
        coins(Number(event['gold']), purse, boxOf('.market'));
        break;
      case 'card-bought': {
        const from = before.get(`card:${event['card']}`);
        if (own) fly(document.querySelector(`.cards [data-at="card:${event['card']}"]`), from);
        else ghost(from, purse);
        break;
      }
      case 'card-discarded':
      case 'card-trashed':
        ghost(before.get(`card:${event['card']}`), boxOf('[data-pile="discard"]'));
        break;
      case 'card-revealed':
        document.querySelector(`.market [data-at="card:${event['card']}"]`)?.animate(
          [
            { transform: 'translateY(-40px) rotateY(90deg)', opacity: 0 },
            { transform: 'none', opacity: 1 },
          ],
          { duration: pace().move },
        );
        break;
    }
  }
}

const lastNumber = (events: GameEvent[]): unknown =>
  events.find((event) => event.event === 'initiative-taken')?.['number'];

function ghost(from: DOMRect | undefined, to: DOMRect | null): void {
  if (!from || !to) return;
  const card = document.createElement('span');
  card.className = 'flying-card';
  Object.assign(card.style, {
    left: `${from.left}px`,
    top: `${from.top}px`,
    width: `${from.width}px`,
    height: `${from.height}px`,
  });
  document.body.append(card);
  const dx = to.left + to.width / 2 - from.left - from.width / 2;
  const dy = to.top + to.height / 2 - from.top - from.height / 2;
  card.animate(
    [
      { transform: 'none', opacity: 1 },
      {
        transform: `translate(${dx}px, ${dy}px) scale(.2) rotate(14deg)`,
        opacity: 0.4,
      },
    ],
    { duration: pace().move + 200, easing: 'ease-in' },
  ).onfinish = () => card.remove();
}
