// An update taken apart, so that what happened can be seen in order. The last step is the update as it
// came; those before it are the table as it was with what has happened so far. They are only looked at.
import type { Before, Step } from './box';
import { askBoxes } from './boxes.svelte';
import type { Update } from './differences';
import { NO_UNDO, type OwnPart } from './game-table';
import { firstEvents } from './log-entries';
import type { GameEvent, View } from './types';

/** Nobody is asked in between; what a seat has seen it still knows. */
const watching = (seats: Record<string, OwnPart>): Record<string, OwnPart> =>
  Object.fromEntries(
    Object.entries(seats).map(([seat, part]) => [
      seat,
      { ...part, options: [], interruptions: [], forecast: {}, undo: NO_UNDO },
    ]),
  );

/** The step after the first so many events of an update, with the table as it is then. */
export const stepAfter = (
  told: Update,
  seats: Record<string, OwnPart>,
  events: number,
  view: Update['view'],
  more: Partial<Step> = {},
): Step => ({
  ...told,
  version: told.since ?? told.version,
  view,
  entries: firstEvents(told.entries, events),
  seats: watching(seats),
  pending: { seat: 'chance', question: '', text: '', explain: '' },
  over: false,
  result: null,
  last_call: null,
  vote: null,
  ...more,
});

/** What begins a part of the change of rounds: what is over goes, then cards, coins and dice come. */
function partOf(event: GameEvent): string {
  if (event.event === 'phase-began')
    return event.phase === 'cleanup' || event.phase === 'roll' ? event.phase : '';
  if (event.event === 'card-revealed') return 'cards';
  return event.event === 'gold-laid' ? 'coins' : '';
}

const withCard = (view: View, event: GameEvent, change: Partial<View['initiative'][number]>): View => ({
  ...view,
  initiative: view.initiative.map((card) => (card.number === event.number ? { ...card, ...change } : card)),
});

/** The middle of the table after an event; what heroes have is not followed here. */
function after(view: View, event: GameEvent, places: number): View {
  switch (event.event) {
    case 'phase-began':
      return { ...view, phase: event.phase ?? view.phase, round: event.round ?? view.round };
    case 'start-player-set':
      return { ...view, start_player: event.seat ?? view.start_player };
    case 'card-bought':
    case 'card-discarded':
    case 'card-trashed':
      return { ...view, market: view.market.map((card) => (card === event.card ? null : card)) };
    case 'card-revealed': {
      const market = Array.from({ length: places }, (_, place) => view.market[place] ?? null);
      market[event.place ?? 0] = event.card ?? null;
      return { ...view, market };
    }
    case 'initiative-returned':
      return withCard(view, event, { taken_by: null });
    case 'leftover-die-returned':
      return withCard(view, event, { die: null });
    case 'gold-laid': {
      const lies = view.initiative.find((card) => card.number === event.number)?.gold ?? 0;
      return withCard(view, event, { gold: lies + 1 });
    }
  }
  return view;
}

/** The change of rounds, part by part; nothing if an update holds none. */
export function roundSteps(told: Update, seats: Record<string, OwnPart>, from: View | null): Step[] {
  if (!told.view || !from) return [];
  const events = told.entries.flatMap((entry) => entry.events ?? []);
  const ends = events.findIndex((event) => event.event === 'phase-began' && event.phase === 'cleanup');
  if (ends < 0) return [];
  const steps: Step[] = [];
  // The middle of the table as it was; what heroes and boxes have is as it is now.
  const { phase, round, start_player, initiative, pool, market } = from;
  let view: View = { ...told.view, phase, round, start_player, initiative, pool, market };
  let part = 'act';
  events.forEach((event, at) => {
    const next = partOf(event);
    if (next && next !== part && (next === 'cleanup' || part !== 'act')) {
      if (at > 0) steps.push(stepAfter(told, seats, at, view, { stands: 'full' }));
      part = next;
    }
    view = after(view, event, told.view!.market.length);
  });
  return steps;
}

/** The steps of an update, given what was shown last. */
export function takeApart(told: Update, seats: Record<string, OwnPart>, before: Before): Step[] {
  const ofBox = askBoxes((box) => box.steps?.(told, seats, before)) ?? [told];
  const acted = ofBox.length > 1;
  const rounds = told.over ? [] : roundSteps(told, seats, before.view);
  // What a box has taken apart need not be shown once more before the round changes.
  return [...ofBox.slice(0, -1), ...rounds.slice(acted ? 1 : 0), ofBox.at(-1)!];
}

/** Starting dice of others lie there at once: nobody looks at eight dice one by one. */
export const isArranging = ({ entries, view }: Step): boolean =>
  view?.phase === 'setup' &&
  entries.length > 0 &&
  entries.every((entry) => (entry.events ?? []).every(({ event }) => event === 'die-placed'));
