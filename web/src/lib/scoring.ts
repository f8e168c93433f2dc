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
  const count = (color: string) => all.filter((die) => colorOf(die) === color).length;
  const kindOf = (card: string) => String(fact('card', card)['kind']);
  const words = <T>(card: string, key: string) => (fact('card', card)[key] ?? []) as T[];

  const goals = Object.fromEntries(
    ROWS.map((row) => {
      let total = sum(row) + Number(fact('race', hero.race)['modifiers']?.[row] ?? 0);
      for (const card of hero.cards)
        for (const word of words<{ for: string; color?: string; row?: string; add: number }>(card, 'goals')) {
          if (word.for === 'row-bonus') total += word.row === row ? word.add : 0;
          else
            total +=
              word.add * dice(hero.sheet[row]).filter((die) => colorOf(die) === (word.color ?? own)).length;
        }
      const wanted = fact('class', hero.class)['goals']?.[row];
      const [low, high] = wanted ? bounds(String(wanted)) : [Infinity, -Infinity];
      return [row, { score: total, met: low <= total && total <= high }];
    }),
  ) as Score['goals'];
  const met = ROWS.filter((row) => goals[row].met);

  const grid = ((fact('alignment', hero.alignment)['grid'] ?? []) as number[][]).flat();
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
  const scoring = hero.cards.filter((card) => words<Word>(card, 'stars').length);
  const reasons: Record<string, Reason[]> = {
    goals: hero.class
      ? ROWS.map((row) => ({ kind: 'row', id: row, stars: goals[row].met ? worth(row) : 0 }))
      : [],
    class_color: [{ kind: 'dice', id: 'class-color', stars: count(own) + (boosts > 0 ? count('boost') : 0) }],
    alignment: hero.alignment
      ? [{ kind: 'alignment', id: hero.alignment, stars: grid[SPACES.indexOf(hero.token as never)] ?? 0 }]
      : [],
    backstory: hero.backstory
      ? [{ kind: 'matches', id: String(matches), stars: [0, 0, 1, 1, 3, 3, 6][matches] ?? 0 }]
      : [],
    armor: armor(hero, own),
    traits: scoring.map((card) => ({
      kind: 'card',
      id: card,
      stars: words<Word>(card, 'stars').reduce((stars, word) => stars + trait(word), 0),
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

  interface Word {
    for: string;
    stars: number;
    row?: Row;
    value?: number;
    card?: string;
    gold?: number;
    max?: number;
    trophies?: number;
    dice?: number;
    goals?: number;
    hands?: number;
    cards?: number;
  }
  function trait(word: Word): number {
    const rows = (test: (row: string[]) => boolean) =>
      ROWS.filter((row) => full(row) && test(dice(hero.sheet[row]))).length * word.stars;
    const if_ = (holds: boolean) => (holds ? word.stars : 0);
    switch (word.for) {
      case 'row-at-least':
        return if_(sum(word.row!) >= word.value!);
      case 'row-at-most':
        return if_(full(word.row!) && sum(word.row!) <= word.value!);
      case 'per-row-same-value':
        return rows((row) => new Set(row.map(faceOf)).size === 1);
      case 'per-row-different-class-colors':
        return rows(
          (row) => new Set(row.map(colorOf).filter((color) => CLASS_COLORS.includes(color))).size === 3,
        );
      case 'per-row-same-color':
        return rows((row) => new Set(row.map(colorOf)).size === 1 && colorOf(row[0]!) !== 'boost'); // D20: it has no color
      case 'per-card':
        return hero.cards.filter((card) => kindOf(card) === word.card).length * word.stars;
      case 'per-gold':
        return Math.min(Math.floor(hero.gold / word.gold!) * word.stars, word.max!);
      case 'at-least-of-each-class-color':
        return if_(CLASS_COLORS.every((color) => count(color) >= word.dice!));
      case 'per-class-color-dice':
        return Math.floor(count(own) / word.dice!) * word.stars;
      case 'class-color-missing':
        return if_(all.length === 18 && CLASS_COLORS.some((color) => !count(color)));
      case 'goals-met':
        return if_(met.length >= word.goals!);
      case 'hands-used':
        return if_(
          hero.cards.reduce((total, card) => total + Number(fact('card', card)['hands'] ?? 0), 0) >=
            word.hands!,
        );
      case 'per-card-type-with':
        return (
          KINDS.filter((kind) => hero.cards.filter((card) => kindOf(card) === kind).length >= word.cards!)
            .length * word.stars
        );
      case 'per-honor':
        return Math.min((hero.honor ?? 0) * word.stars, word.max!);
      case 'per-trophy':
        return Math.min((hero.trophies?.length ?? 0) * word.stars, word.max!);
      case 'no-weapons':
        return if_(!hero.cards.some((card) => kindOf(card) === 'weapon'));
      case 'trophies-without-injury':
        return if_(!hero.injuries && (hero.trophies?.length ?? 0) >= word.trophies!);
      case 'market-cards':
        return if_(hero.cards.length >= word.cards!);
    }
    return 0;
  }
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
