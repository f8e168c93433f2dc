// The hero one had in a game that is over, and how it fared.
import { nameAt, seatOf } from './own-games.svelte';
import type { OwnGame, OwnHero, Result } from './types';
import { dayOf } from './when';

interface Fared {
  seat: number;
  name: string;
  face: OwnHero | undefined;
  stars: number | null;
}
export interface FinishedHero extends Fared {
  won: boolean;
  /** The place among all, such as `2`; `2–3` where others have as many stars and only the game itself knows more. */
  place: string;
  kin: string;
  day: string;
  others: Fared[];
}

function placeOf({ heroes, winners }: Result, seat: number): string {
  const own = heroes.find((hero) => hero.seat === seat)?.total ?? 0;
  if (winners.includes(seat)) return '1';
  const others = heroes.filter((hero) => hero.seat !== seat);
  const ahead = others.filter((hero) => hero.total > own || winners.includes(hero.seat)).length;
  const alike = others.filter((hero) => hero.total === own && !winners.includes(hero.seat)).length;
  return alike ? `${ahead + 1}–${ahead + 1 + alike}` : `${ahead + 1}`;
}

export function finishedHero(own: OwnGame): FinishedHero {
  const { game } = own;
  const { result } = game;
  const of = (seat: number): Fared => ({
    seat,
    name: nameAt(game, seat),
    face: own.heroes[seat],
    stars: result?.heroes.find((hero) => hero.seat === seat)?.total ?? null,
  });
  const winner = own.seats.length > 1 && result?.winners.find((each) => own.seats.includes(each));
  const hero = of(typeof winner === 'number' ? winner : seatOf(own));
  return {
    ...hero,
    won: game.seats.length > 1 && (result?.winners.includes(hero.seat) ?? false),
    place: result && game.seats.length > 1 ? placeOf(result, hero.seat) : '',
    kin: [hero.face?.race_name, hero.face?.class_name].filter(Boolean).join(' · '),
    day: game.finished ? dayOf(game.finished) : '',
    others: game.seats
      .filter((each) => each.seat !== hero.seat)
      .map((each) => of(each.seat))
      .sort((one, two) => (two.stars ?? 0) - (one.stars ?? 0)),
  };
}
