// The hero one had in a game that is over, and how it fared.
import { nameAt, seatOf } from './own-games.svelte';
import type { OwnGame, OwnHero } from './types';
import { dayOf } from './when';

interface Fared {
  seat: number;
  name: string;
  face: OwnHero | undefined;
  stars: number | null;
}
export interface FinishedHero extends Fared {
  won: boolean;
  kin: string;
  day: string;
  others: Fared[];
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
    kin: [hero.face?.race_name, hero.face?.class_name].filter(Boolean).join(' · '),
    day: game.finished ? dayOf(game.finished) : '',
    others: game.seats.filter((each) => each.seat !== hero.seat).map((each) => of(each.seat)),
  };
}
