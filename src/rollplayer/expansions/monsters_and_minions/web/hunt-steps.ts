// A Hunt, step by step: its dice are seen before their result, and the result before the next Minion.
import type { Before, Step } from '$client/lib/box';
import type { Update } from '$client/lib/differences';
import type { OwnPart } from '$client/lib/game-table';
import { firstEvents, withEntries } from '$client/lib/log-entries';
import { stepAfter } from '$client/lib/steps';
import type { Entry } from '$client/lib/types';
import { eventsOf } from './game';
import { GAINS, latestHunt, type Hunt } from './hunts';
import { sceneOf, type About } from './scenes';
import type { ForecastPart, HuntOdds } from './types';

/** Dice come to rest one after the other; then one looks at them. */
const stands = (hunt: Hunt): number => 2 + hunt.faces.length / 3;

const isOf = (told: Update, hunt: Hunt | null): hunt is Hunt =>
  hunt !== null && hunt.total === null && /^(hunt-|roll-combat)/.test(told.pending?.question ?? '');

/** The odds before the roll, for who may know them; the server tells them to the hunter. */
const oddsOf = (seats: Record<string, OwnPart>, seat: number): HuntOdds | null =>
  ((seats[String(seat)]?.forecast ?? {}) as ForecastPart).hunt ?? null;

/** The steps of a Hunt that an update holds; undefined if there is none. */
export function huntSteps(told: Update, seats: Record<string, OwnPart>, before: Before): Step[] | undefined {
  if (!told.view) return undefined;
  const events = told.entries.flatMap(eventsOf);
  const huntAt = (entries: Entry[]) => latestHunt(withEntries(before.log, entries).entries);
  const steps: Step[] = [];
  const cut = (at: number, held: boolean) => {
    const entries = firstEvents(told.entries, at);
    const hunt = huntAt(entries);
    if (!hunt) return;
    const about: About = { kind: 'hunt', hunt, odds: oddsOf(seats, hunt.seat) };
    steps.push(
      stepAfter(told, seats, at, before.view, {
        stands: held ? 'held' : stands(hunt),
        scene: sceneOf(about),
      }),
    );
  };
  const ended = events.findIndex((event) => event.event === 'hunt-ended');
  if (ended >= 0) {
    if (events.slice(0, ended).some((event) => /^combat-die-(re)?rolled$/.test(event.event)))
      cut(ended, false);
    let after = ended + 1;
    while (after < events.length && GAINS.has(events[after]!.event)) after++;
    cut(after, true);
  }
  const hunt = huntAt(told.entries);
  const odds = hunt && oddsOf(told.seats as Record<string, OwnPart>, hunt.seat);
  // Before the dice are counted only the hunter knows them: an empty arena shows nobody anything.
  if (isOf(told, hunt) && (hunt.dice || odds)) {
    const about: About = { kind: 'hunt', hunt, odds };
    return [...steps, { ...told, scene: sceneOf(about), stands: hunt.faces.length ? stands(hunt) : 'long' }];
  }
  return steps.length ? [...steps, told] : undefined;
}
