// The score sheet for the cardboard game, computed in the browser so that it works without a network.
// It reads the same content data as the engine; tests/browser compare the two on many sheets.
import { content, fact } from './content.svelte';
import { bounds } from './sums';
import { colorOf, faceOf } from './dice';
import { COLORS, KINDS, ROWS, SPACES, type Row } from './types';

export interface Sheet {
  honor?: number;
  injuries?: number;
  trophies?: string[];
  /** The total against the Monster. */
  combat?: number;
  name: string;
  race: string;
  class: string;
  alignment: string;
  token: string;
  backstory: string;
  sheet: Record<Row, (string | null)[]>;
  gold: number;
  cards: string[];
  /** What expansions ask for besides, by the name of the field. */
  [field: string]: unknown;
}
/** What is told about the table and not about a hero. */
export interface About {
  solitaire: boolean;
  monster?: string;
  difficult_monsters?: boolean;
  [field: string]: unknown;
}
/** Why a line is worth its stars, as the engine's score lines say it. */
export interface Reason {
  kind: 'row' | 'dice' | 'alignment' | 'matches' | 'armor' | 'card' | 'gold' | 'combat';
  id: string;
  stars: number;
}
export interface Score {
  lines: Record<string, number>;
  total: number;
  goals: Record<Row, { score: number; met: boolean }>;
  reasons: Record<string, Reason[]>;
}

const CLASS_COLORS = COLORS.slice(0, 6);
const dice = (row: (string | null)[]): string[] => row.filter((die): die is string => Boolean(die));

/** What a total must reach against the Monster (V6, Y1). */
export const strength = (table: About): number =>
  Number(
    fact('monster', table.monster)[
      table.solitaire || table.difficult_monsters ? 'strength_1p' : 'strength'
    ] ?? 0,
  );

/** X11: by how much the total exceeds the Strength; nothing below it. */
function monsterStars(hero: Sheet, table: About): number {
  const { every = 2, least = 1, most = 8 } = fact('monster', table.monster)['stars'] ?? {};
  if (!table.monster || hero.combat == null || hero.combat < strength(table)) return 0;
  return Math.min(Math.max(Math.floor((hero.combat - strength(table)) / every), least), most);
}

export function score(hero: Sheet, table: About): Score {
  const own = String(fact('class', hero.class)['color'] ?? '');
  const all = ROWS.flatMap((row) => dice(hero.sheet[row]));
  const sum = (row: Row) => dice(hero.sheet[row]).reduce((total, die) => total + faceOf(die), 0);
  const full = (row: Row) => dice(hero.sheet[row]).length === 3;
  const ofColor = (color: string) => all.filter((die) => colorOf(die) === color).length;
  const kindOf = (card: string) => String(fact('card', card)['kind']);
  const words = <T>(card: string, key: string) => (fact('card', card)[key] ?? []) as T[];

  const goals = Object.fromEntries(
    ROWS.map((row) => {
      let total = sum(row) + Number(fact('race', hero.race)['modifiers']?.[row] ?? 0);
      for (const card of hero.cards)
        for (const tally of words<Tally>(card, 'goals'))
          // A count that names a row is about that row alone (E2).
          if (!tally.row || tally.row === row)
            total += reward(
              tally,
              () => counted({ ...tally, row }),
              () => full(row),
              tally.add!,
            );
      const wanted = fact('class', hero.class)['goals']?.[row];
      const [low, high] = wanted ? bounds(String(wanted)) : [Infinity, -Infinity];
      return [row, { score: total, met: low <= total && total <= high }];
    }),
  ) as Score['goals'];

  const grid = ((fact('alignment', hero.alignment)['grid'] ?? []) as number[][]).flat();
  const underToken = grid[SPACES.indexOf(hero.token as never)] ?? 0;
  const wanted = Object.entries(
    (fact('backstory', hero.backstory)['dice'] ?? {}) as Record<Row, [string, number]>,
  );
  const matches = wanted.filter(([row, [color, place]]) => {
    const die = hero.sheet[row as Row][place - 1];
    return die && colorOf(die) === color;
  }).length;

  // E11: for a class that says so, Boost Dice count for this line and nowhere else.
  const boosts = ((fact('class', hero.class)['modify'] ?? []) as { number: string; add: number }[]).reduce(
    (sum, each) => sum + (each.number === 'boost-class-color' ? each.add : 0),
    0,
  );
  const worth = (row: Row) => Number(fact('class', hero.class)['stars']?.[row] ?? 0);
  const scoring = hero.cards.filter((card) => words<Tally>(card, 'stars').length);
  const reasons: Record<string, Reason[]> = {
    goals: hero.class
      ? ROWS.map((row) => ({ kind: 'row', id: row, stars: goals[row].met ? worth(row) : 0 }))
      : [],
    class_color: [
      { kind: 'dice', id: 'class-color', stars: ofColor(own) + (boosts > 0 ? ofColor('boost') : 0) },
    ],
    alignment: hero.alignment ? [{ kind: 'alignment', id: hero.alignment, stars: underToken }] : [],
    backstory: hero.backstory
      ? [{ kind: 'matches', id: String(matches), stars: [0, 0, 1, 1, 3, 3, 6][matches] ?? 0 }]
      : [],
    armor: armor(hero, own),
    traits: scoring.map((card) => ({
      kind: 'card',
      id: card,
      stars: words<Tally>(card, 'stars').reduce((stars, tally) => stars + starsOf(tally), 0),
    })),
  };
  if (Object.keys(content.now.facts['monster'] ?? {}).length)
    reasons['monster'] = [{ kind: 'combat', id: String(hero.combat ?? 0), stars: monsterStars(hero, table) }];
  if (table.solitaire)
    reasons['gold'] = [{ kind: 'gold', id: String(hero.gold), stars: Math.floor(hero.gold / 8) }];
  const lines = Object.fromEntries(
    Object.entries(reasons).map(([line, all]) => [line, all.reduce((stars, each) => stars + each.stars, 0)]),
  );
  return { lines, goals, reasons, total: Object.values(lines).reduce((a, b) => a + b, 0) };

  /** What a Trait is worth. */
  function starsOf(tally: Tally): number {
    if (tally.only_if && !starsOf({ ...tally.only_if, stars: 1 })) return 0;
    return reward(
      tally,
      () => counted(tally),
      () => settled(tally),
      tally.stars!,
    );
  }

  /** How many of what a card counts there are. */
  function counted(count: Counted): number {
    const rows = count.row ? [count.row] : ROWS;
    switch (count.count) {
      case 'dice': {
        const color = count.color === 'class' ? own : count.color;
        const [low, high] = count.value ? bounds(String(count.value)) : [0, Infinity];
        const fits = (die: string) =>
          (color === undefined || colorOf(die) === color) && low <= faceOf(die) && faceOf(die) <= high;
        return rows.flatMap((row) => dice(hero.sheet[row])).filter(fits).length;
      }
      case 'rows':
        return rows.filter((row) => hasPattern(dice(hero.sheet[row]), count.pattern ?? 'any')).length;
      case 'row-total':
        return sum(count.row!);
      case 'rarest-class-color':
        return Math.min(...CLASS_COLORS.map(ofColor));
      case 'goals-met':
        return rows.filter((row) => goals[row].met).length;
      case 'cards':
        return hero.cards.filter((card) => !count.kind || kindOf(card) === count.kind).length;
      case 'card-kinds':
        return KINDS.filter(
          (kind) => hero.cards.filter((card) => kindOf(card) === kind).length >= (count.cards ?? 1),
        ).length;
      case 'armor-set': {
        const sets = hero.cards
          .map((card) => fact('card', card)['armor_set'])
          .filter((set) => set && (!count.armor_set || set === count.armor_set));
        return Math.max(0, ...sets.map((set) => sets.filter((other) => other === set).length));
      }
      case 'hands-used':
        return hero.cards.reduce((total, card) => total + Number(fact('card', card)['hands'] ?? 0), 0);
      case 'gold':
        return hero.gold;
      case 'alignment-stars':
        return underToken;
      case 'alignment-side':
        return { good: /g$/, evil: /e$/, lawful: /^l/, chaotic: /^c/ }[count.side!]!.test(hero.token) ? 1 : 0;
      case 'honor':
        return hero.honor ?? 0;
      case 'injuries':
        return hero.injuries ?? 0;
      case 'trophies':
        return hero.trophies?.length ?? 0;
    }
    return 0;
  }

  /** E12: "at most" is asked of dice and rows when their spaces are full. */
  function settled({ count, row }: Counted): boolean {
    if (!['dice', 'rows', 'row-total', 'rarest-class-color', 'goals-met'].includes(count)) return true;
    return row ? full(row) : all.length === 18;
  }
}

/** Something that is counted on a hero. */
interface Counted {
  count: string;
  row?: Row;
  color?: string;
  value?: number | string;
  pattern?: string;
  kind?: string;
  cards?: number;
  armor_set?: string;
  side?: 'good' | 'evil' | 'lawful' | 'chaotic';
  every?: number;
  at_least?: number;
  at_most?: number;
  max?: number;
}
/** A count with the shape of its reward: for every so many, or once for at least or at most so many. */
interface Tally extends Counted {
  stars?: number;
  add?: number;
  only_if?: Counted;
}

function reward(tally: Tally, count: () => number, isSettled: () => boolean, amount: number): number {
  let times: number;
  if (tally.at_most !== undefined) times = isSettled() && count() <= tally.at_most ? 1 : 0;
  else if (tally.at_least !== undefined) times = count() >= tally.at_least ? 1 : 0;
  else times = Math.max(0, Math.floor(count() / (tally.every ?? 1)));
  return tally.max ? Math.min(times * amount, tally.max) : times * amount;
}

function hasPattern(row: string[], pattern: string): boolean {
  if (pattern === 'any') return true;
  if (row.length < 3) return false;
  const colors = new Set(row.map(colorOf));
  switch (pattern) {
    case 'same-value':
      return new Set(row.map(faceOf)).size === 1;
    case 'same-color':
      return colors.size === 1 && !colors.has('boost'); // D20: it has no color
    case 'different-class-colors':
      return [...colors].filter((color) => CLASS_COLORS.includes(color)).length === 3;
  }
  return pattern === 'full';
}

function armor(hero: Sheet, own: string): Reason[] {
  const sets = ['chain', 'leather', 'mystic'];
  const counts = new Map<string, number>();
  let jokers = 0;
  for (const card of hero.cards) {
    const facts = fact('card', card);
    if (facts['kind'] === 'armor')
      counts.set(String(facts['armor_set']), (counts.get(String(facts['armor_set'])) ?? 0) + 1);
    for (const change of (facts['modify'] ?? []) as { number: string; add: number }[])
      if (change.number === 'armor-jokers') jokers += change.add;
  }
  const worth = (set: string, n: number): number => {
    const facts = fact('armor_set', set);
    return n ? Number(facts['stars']?.[n - 1] ?? 0) + (facts['colors']?.includes(own) ? 1 : 0) : 0;
  };
  for (; jokers > 0; jokers--) {
    const open = sets.filter(
      (set) =>
        (counts.get(set) ?? 0) > 0 && counts.get(set)! < (fact('armor_set', set)['stars']?.length ?? 0),
    );
    if (!open.length) break;
    const gain = (set: string) => worth(set, counts.get(set)! + 1) - worth(set, counts.get(set)!);
    const best = open.reduce((one, two) => (gain(two) > gain(one) ? two : one));
    counts.set(best, counts.get(best)! + 1);
  }
  return sets
    .filter((set) => counts.get(set))
    .map((set) => ({ kind: 'armor', id: set, stars: worth(set, counts.get(set)!) }));
}
