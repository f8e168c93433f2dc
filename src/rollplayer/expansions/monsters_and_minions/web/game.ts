// The table with what this box adds to it, for parts that know the box.
import type { TableProps } from '$client/lib/box';
import type { Entry, GameEvent, Hero, View } from '$client/lib/types';
import type { ForecastPart, GameEventPart, HeroPart, SeenPart, ViewPart } from './types';

/** An event of a game with this box. */
export type MonsterEvent = Omit<GameEvent, keyof GameEventPart> & GameEventPart;
export type MonsterHero = Hero & HeroPart;
export type MonsterView = Omit<View, 'heroes'> & ViewPart & { heroes: MonsterHero[] };

/** The kinds of Adventure cards, in their order. */
export const KINDS = ['location', 'obstacle', 'attack'] as const;
/** Places of rolled Combat Dice: this, and the face. */
export const COMBAT_DIE = 'combat:';

/** The Minion on top, as a place: pointing at it is going on a Hunt. */
export const MINION = 'minion:top';

export const viewOf = (now: TableProps): MonsterView => now.view as unknown as MonsterView;
export const forecastOf = (now: TableProps): ForecastPart => (now.own?.forecast ?? {}) as ForecastPart;
export const seenBy = (now: TableProps): SeenPart => (now.own?.seen ?? {}) as SeenPart;
/** Whether the last combat has begun. */
export const isFighting = ({ view, question }: TableProps): boolean =>
  view.phase === 'monster-combat' || view.phase === 'end' || question.startsWith('monster-');
/** Whether the hero's dice of the last combat have been counted. */
export const fought = (hero: MonsterHero): boolean => Boolean(hero.combat || hero.monster_stars);
export const eventsOf = (entry: Entry): MonsterEvent[] => (entry.events ?? []) as MonsterEvent[];

export const BOX = 'monsters-and-minions';

/** A row of a Minion: what it brings from a total on. */
export interface RewardRow {
  from: number;
  xp?: number;
  gold?: number;
  honor?: number;
  injury?: number;
  trophy?: boolean;
}
export const REWARDS = ['xp', 'gold', 'honor', 'injury', 'trophy'] as const;
export const rewardsOf = (now: Pick<TableProps, 'fact'>, minion: string): RewardRow[] =>
  (now.fact('minion', minion)['rows'] ?? []) as RewardRow[];
