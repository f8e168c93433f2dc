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
/** What a hero's dice come to against the Monster, as the server counts them (X11, X20). */
export interface CombatSum {
  /** Those that count. */
  faces: number[];
  honor: number;
  /** What injuries take. */
  injuries: number;
  total: number;
  stars: number;
  /** As many stars as there are: no reroll can raise them. */
  best: boolean;
}
/** So far, or in the end; null before there are dice. */
export function combatSum(now: Pick<TableProps, 'view' | 'fact'>, hero: MonsterHero): CombatSum | null {
  const { monster, ladder = [] } = now.view as unknown as MonsterView;
  const roll = (hero.combat_roll ?? []).map(Number);
  if (!roll.length || roll.length < (hero.combat_dice ?? 0)) return null;
  const { worthless = [], injury = 1 } = now.fact('monster', monster) as {
    worthless?: number[];
    injury?: number;
  };
  const faces = roll.filter((face) => !worthless.includes(face));
  const honor = hero.honor ?? 0;
  const injuries = (hero.injuries ?? 0) * injury;
  const total = faces.reduce((sum, face) => sum + face, honor - injuries);
  const stars = ladder.findLast((rung) => rung.from <= total)?.stars ?? 0;
  return { faces, honor, injuries, total, stars, best: stars === ladder.at(-1)?.stars };
}
/** How the total comes about. */
export function sumText(now: Pick<TableProps, 't' | 'name'>, sum: CombatSum): string {
  const parts = [
    sum.faces.join(' + ') || '0',
    sum.honor ? `+ ${sum.honor} ${now.name('term', 'honor')}` : '',
    sum.injuries ? `− ${sum.injuries} ${now.name('term', 'injury')}` : '',
  ].filter(Boolean);
  const alone = sum.faces.length < 2 && parts.length < 2;
  return `${alone ? '' : `${parts.join(' ')} = `}${now.t('reason.combat', { n: sum.total })}`;
}
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

/** What a card says; on a Minion stands its weakness, and nothing says that it is one. */
export const cardText = (now: Pick<TableProps, 't' | 'text'>, kind: string, card: string): string =>
  kind === 'minion' ? now.t('monsters.weakness', { text: now.text(kind, card) }) : now.text(kind, card);
