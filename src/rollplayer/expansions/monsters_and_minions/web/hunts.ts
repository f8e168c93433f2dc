// The latest Hunt, as the log tells it: its dice stay on the table until the next one begins.
import type { Toolbox } from '$client/lib/box';
import type { Entry } from '$client/lib/types';
import { eventsOf, type MonsterEvent, type MonsterHero } from './game';

export interface Hunt {
  key: string;
  seat: number;
  minion: string;
  faces: number[];
  /** How many Combat Dice are rolled, how many of them for the weakness, and how many are hired. */
  dice: number;
  weakness: number;
  hired: number;
  total: number | null;
  /** The total that the reached row begins at, and what it brought. */
  row: number | null;
  gains: MonsterEvent[];
  text: string;
}

/** What a Hunt brings: told right after its end. */
export const GAINS = new Set([
  'xp-gained',
  'gold-gained',
  'honor-gained',
  'injury-gained',
  'trophy-taken',
  'adventure-token-taken',
]);

export function latestHunt(entries: Entry[]): Hunt | null {
  let hunt = null as Hunt | null;
  for (const entry of entries) {
    for (const event of eventsOf(entry)) {
      if (event.event === 'hunt-begun')
        hunt = {
          key: String(entry.n),
          seat: event.seat ?? 0,
          minion: String(event.minion),
          faces: [],
          dice: 0,
          weakness: 0,
          hired: 0,
          total: null,
          row: null,
          gains: [],
          text: '',
        };
      else if (event.event === 'monster-fought' || event.event === 'phase-began')
        hunt = hunt?.total === null && event.event === 'phase-began' ? hunt : null;
      else if (hunt && hunt.total === null) {
        if (event.event === 'combat-dice-taken')
          Object.assign(hunt, { dice: Number(event.dice), weakness: Number(event.weakness) });
        else if (event.event === 'mercenary-hired')
          Object.assign(hunt, { dice: hunt.dice + 1, hired: hunt.hired + 1 });
        else if (event.event === 'minion-turned-up') hunt.minion = String(event.minion);
        else if (event.event === 'combat-die-rolled') hunt.faces = [...hunt.faces, Number(event.face)];
        else if (event.event === 'combat-die-rerolled') {
          const at = hunt.faces.indexOf(Number(event.from));
          hunt.faces = hunt.faces.map((face, i) => (i === at ? Number(event.face) : face));
        } else if (event.event === 'hunt-ended')
          Object.assign(hunt, { total: Number(event.total), row: Number(event.row), text: event.text });
      } else if (hunt && GAINS.has(event.event) && event.seat === hunt.seat)
        hunt.gains = [...hunt.gains, event];
    }
  }
  return hunt;
}

/** The same with the dice as they lie before its hero while it is not over. */
export function huntNow(entries: Entry[], heroes: MonsterHero[]): Hunt | null {
  const hunt = latestHunt(entries);
  const roll = heroes.find((hero) => hero.seat === hunt?.seat)?.combat_roll;
  return hunt && roll?.length ? { ...hunt, faces: roll.map(Number) } : hunt;
}

/** What the dice come to; null before there are any. */
export const totalOf = ({ total, faces }: Hunt): number | null =>
  total ?? (faces.length ? faces.reduce((sum, face) => sum + face, 0) : null);

/** The row that a running Hunt has reached, by the total it begins at. */
export const rowReached = (hunt: Hunt | null, rows: number[]): number =>
  hunt && hunt.total === null && hunt.faces.length
    ? Math.max(...rows.filter((from) => from <= totalOf(hunt)!))
    : -1;

/** How many Combat Dice are rolled, and where they come from. */
export const diceText = (now: Pick<Toolbox, 't'>, dice: number, weakness: number, hired = 0): string =>
  now.t('monsters.dice', { n: dice, base: dice - weakness - hired, weakness, hired });

/** In a word, how a Hunt has ended: with the Trophy, with a reward, or with none. */
export function outcomeOf(now: Pick<Toolbox, 't' | 'name'>, { gains, minion }: Hunt): string {
  const brought = new Set(gains.map((gain) => gain.event));
  if (brought.has('trophy-taken'))
    return now.t('monsters.trophy-won', { minion: now.name('minion', minion) });
  return now.t(brought.has('injury-gained') || !brought.size ? 'monsters.lost' : 'monsters.won');
}
