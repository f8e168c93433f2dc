// The end of a game with a Monster, one step after the other: the server tells in one piece all that
// needs no answer, but cards are turned up singly and heroes roll one by one (X10, X11).
import type { Step } from '$client/lib/box';
import type { Update } from '$client/lib/differences';
import type { OwnPart } from '$client/lib/game-table';
import type { Entry } from '$client/lib/types';
import { stepAfter } from '$client/lib/steps';
import { eventsOf, type MonsterEvent, type MonsterView } from './game';
import { sceneOf } from './scenes';

/** What begins a step of its own: a card with all it brings, a hero's roll, or what came of it. */
function stepOf(event: MonsterEvent): string {
  if (event.event === 'adventure-turned-up' || event.event === 'combat-dice-gained')
    return `card ${event.adventure}`;
  if (event.event === 'combat-die-rolled' || event.event === 'combat-die-rerolled')
    return `roll ${event.seat}`;
  return event.event === 'monster-fought' ? `fought ${event.seat}` : '';
}

/** The view as it was before an event. */
function before(view: MonsterView, event: MonsterEvent): MonsterView {
  const heroes = view.heroes.map((hero) => {
    if (hero.seat !== event.seat) return hero;
    const roll = [...(hero.combat_roll ?? [])];
    switch (event.event) {
      case 'combat-dice-gained':
        return { ...hero, combat_dice: (hero.combat_dice ?? 0) - Number(event.dice) };
      case 'combat-die-rolled':
        return { ...hero, combat_roll: roll.slice(0, -1) };
      case 'combat-die-rerolled': {
        const at = roll.findIndex((face) => Number(face) === Number(event.face));
        return { ...hero, combat_roll: roll.map((face, i) => (i === at ? Number(event.from) : face)) };
      }
      case 'monster-fought': {
        const { lines, total } = hero.standing;
        const stars = Number(event.stars);
        return {
          ...hero,
          combat: 0,
          monster_stars: 0,
          standing: {
            ...hero.standing,
            total: total - stars,
            lines: { ...lines, monster: (lines['monster'] ?? 0) - stars },
          },
        };
      }
    }
    return hero;
  });
  if (event.event !== 'adventure-turned-up') return { ...view, heroes };
  const adventure = Object.fromEntries(
    Object.entries(view.adventure ?? {}).map(([kind, card]) => [
      kind,
      card === event.adventure ? null : card,
    ]),
  );
  return { ...view, heroes, adventure, adventure_open: (view.adventure_open ?? 0) - 1 };
}

/** A card is read, and who gains dice by it. */
const CARD = 2.5;

/** How long a step stands that ends so: dice must have come to rest, a result must be seen. */
function standsAfter(step: string, dice: number): Step['stands'] {
  if (step.startsWith('fought')) return 'held';
  if (step.startsWith('card')) return CARD;
  return step.startsWith('roll') ? 2 + dice / 3 : 'long';
}

/** The steps of the last combat that an update holds; undefined if it holds none. */
export function combatSteps(told: Update, seats: Record<string, OwnPart>): Step[] | undefined {
  if (!told.view || !['monster-combat', 'end'].includes(told.view.phase)) return undefined;
  const events = told.entries.flatMap(eventsOf);
  // What was rolled before was rolled on a Hunt.
  const begun = events.findIndex(
    (event) => event.event === 'phase-began' && event.phase === 'monster-combat',
  );
  const cuts: { at: number; after: string }[] = [];
  let step = '';
  events.forEach((event, at) => {
    const next = at > begun ? stepOf(event) : '';
    if (next && next !== step) {
      if (at) cuts.push({ at, after: step });
      step = next;
    }
  });
  const asked = told.pending?.seat;
  const fights = told.over
    ? null
    : sceneOf({ kind: 'fight', seat: typeof asked === 'number' ? asked : null });
  if (!step) return [{ ...told, scene: fights }];
  // The last result is seen before it is counted.
  if (told.over || step.startsWith('fought')) cuts.push({ at: events.length, after: step });
  const steps: Step[] = [{ ...told, scene: fights }];
  let view = { ...told.view, phase: 'monster-combat' } as unknown as MonsterView;
  let at = events.length;
  for (const cut of cuts.reverse()) {
    while (at > cut.at) view = before(view, events[--at]!);
    const seat = / \d+$/.test(cut.after) ? Number(cut.after.split(' ')[1]) : null;
    const dice = view.heroes.find((hero) => hero.seat === seat)?.combat_roll?.length ?? 0;
    steps.unshift(
      stepAfter(told, seats, cut.at, view as unknown as Update['view'], {
        stands: standsAfter(cut.after, dice),
        scene: sceneOf({ kind: 'fight', seat }),
      }),
    );
  }
  return steps;
}

export interface Gain {
  seat: number;
  dice: number;
}

/** By Adventure card that was followed: who gained how many Combat Dice. */
export function gainsOf(entries: Entry[]): Record<string, Gain[]> {
  let gains: Record<string, Gain[]> = {};
  let fighting = false;
  for (const event of entries.flatMap(eventsOf)) {
    if (event.event === 'phase-began') {
      fighting = event.phase === 'monster-combat';
      gains = {};
    } else if (fighting && event.event === 'adventure-turned-up') gains[String(event.adventure)] ??= [];
    else if (fighting && event.event === 'combat-dice-gained')
      (gains[String(event.adventure)] ??= []).push({ seat: event.seat ?? 0, dice: Number(event.dice) });
  }
  return gains;
}

const TOLD = new Set([
  'adventure-turned-up',
  'combat-dice-gained',
  'mercenary-hired',
  'monster-fought',
  'hero-died',
]);

/** The last combat as those hear it who cannot see the cards turn; undefined before it has begun. */
export function courseOf(entries: Entry[]): { key: string; text: string }[] | undefined {
  let course: { key: string; text: string }[] | undefined;
  for (const entry of entries)
    eventsOf(entry).forEach((event, i) => {
      if (event.event === 'phase-began' && event.phase !== 'end')
        course = event.phase === 'monster-combat' ? [] : undefined;
      else if (TOLD.has(event.event)) course?.push({ key: `${entry.n}.${i}`, text: event.text });
    });
  return course;
}
