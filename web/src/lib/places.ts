// One's place at the end and what was missing to the next better one (E8), from the server's places
// alone: totals do not say who is ahead of whom among those who have as many stars.
import type { Place } from './types';

/** What sets a place apart from a better one. */
export interface Gap {
  by: 'stars' | 'gold' | 'dice';
  n: number;
  /** The better place. */
  place: number;
}
export interface Outcome {
  place: number;
  /** Somebody else has it, too. */
  shared: boolean;
  /** None above the first. */
  gap: Gap | null;
  /** The next worse place, and by how many stars it is behind. */
  next: { seat: number; stars: number } | null;
}

function gapBetween(better: Place, own: Place): Gap {
  const { place } = better;
  if (better.stars !== own.stars) return { by: 'stars', n: better.stars - own.stars, place };
  if (better.gold !== own.gold) return { by: 'gold', n: better.gold - own.gold, place };
  return { by: 'dice', n: own.dice - better.dice, place };
}

export function outcomeOf(places: Place[], seat: number): Outcome | null {
  const own = places.find((each) => each.seat === seat);
  if (!own) return null;
  const better = places.findLast((each) => each.place < own.place);
  const worse = places.find((each) => each.place > own.place);
  return {
    place: own.place,
    shared: places.some((each) => each.seat !== seat && each.place === own.place),
    gap: better ? gapBetween(better, own) : null,
    next: worse ? { seat: worse.seat, stars: own.stars - worse.stars } : null,
  };
}
