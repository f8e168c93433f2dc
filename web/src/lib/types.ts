// What the server sends; docs/protocol.md describes every field.

export const ROWS = ['str', 'dex', 'con', 'int', 'wis', 'cha'] as const;
export const COLORS = ['green', 'blue', 'red', 'purple', 'black', 'white', 'gold', 'boost'] as const;
export const SPACES = ['lg', 'ng', 'cg', 'ln', 'nn', 'cn', 'le', 'ne', 'ce'] as const;
export const KINDS = ['weapon', 'armor', 'trait', 'skill', 'scroll'] as const;
export const LINES = ['goals', 'class_color', 'alignment', 'backstory', 'armor', 'traits', 'monster', 'gold'] as const;

export type Row = (typeof ROWS)[number];
export type Color = (typeof COLORS)[number];

export interface Goal { score: number; goal: string; met: boolean; stars: number }
export interface Standing { total: number; lines: Record<string, number>; goals: Partial<Record<Row, Goal>> }
export interface Hero {
  seat: number;
  race: string | null;
  side: string;
  class: string | null;
  alignment: string | null;
  backstory: string | null;
  token: string;
  gold: number;
  charisma: number;
  sheet: Record<Row, string[]>;
  hand: string[];
  cards: string[];
  exhausted: string[];
  standing: Standing;
  // Monsters & Minions
  xp?: number;
  honor?: number;
  injuries?: number;
  trophies?: string[];
  /** Kinds of Adventure cards it has looked at. */
  tokens?: string[];
  stored?: string[];
  combat_dice?: number;
  combat_roll?: (number | string)[];
  combat?: number;
  monster_stars?: number;
}
export interface InitiativeCard { number: number; die: string | null; gold: number; taken_by: number | null }
export interface View {
  phase: string;
  round: number;
  rounds: number;
  start_player: number;
  initiative: InitiativeCard[];
  pool: string[];
  market: (string | null)[];
  discard_pile: string[];
  discard_pile_open: boolean;
  trash: string[];
  removed: string[];
  bag: Record<string, number>;
  aside: Record<string, number>;
  deck: string[][];
  heroes: Hero[];
  // Monsters & Minions
  monster?: string | null;
  strength?: number | null;
  adventure?: Record<string, string | null>;
  adventure_open?: number;
  minion?: string | null;
  minion_deck?: string[][];
  minion_bottom?: string[];
}
export interface Option { id: number; notation: string; text: string }
export interface Pending { seat: number | 'chance'; question: string; text: string; explain: string }
export interface SeatPart {
  options: Option[];
  interjections: Option[];
  undo: { can: boolean; reason: string | null; text: string };
  top_card: string | null;
  prices?: Record<string, number>;
  why_not?: Record<string, WhyNot>;
  /** Fields of the view as this seat knows them, where it knows more than lies open. */
  seen?: Partial<View>;
  outlook?: Outlook;
}
export interface Outlook {
  hunt?: { dice: number; weakness: number; rows: { from: number; now: number; more: number }[]; better?: Record<string, number> };
  mercenary?: { xp: number; gold: number };
  reveal?: number;
  monster?: { now?: string; more?: string };
}
export interface WhyNot { why: string; n?: number; free?: number; short?: number; arrow?: string; row?: Row }
export interface GameEvent { event: string; seat?: number; text: string; [part: string]: unknown }
export interface Entry {
  n: number;
  at: number;
  who: number | 'chance';
  answer?: string;
  text: string;
  events?: GameEvent[];
  undo?: number;
  /** Nobody has said this: the server has passed for somebody who did not want to be asked. */
  auto?: boolean;
}
export interface Result {
  heroes: { seat: number; total: number; lines: Record<string, number> }[];
  winners: number[];
  rank: string | null;
  seed?: string;
}
export interface Seat {
  seat: number;
  name: string;
  kind: 'open' | 'human' | 'bot';
  level: string | null;
  stand_in: string | null;
  connected: boolean;
  away_since: number | null;
  entropy: string;
}
export interface GameOptions { players: number; edition: string; class_draft: string; variants: string[]; expansions?: string[] }
export interface Room {
  id: string;
  title: string;
  status: 'open' | 'running' | 'finished' | 'closed' | 'broken';
  reason: string;
  options: GameOptions;
  listed: boolean;
  watch: boolean;
  pace: string;
  commitment: string;
  created: number;
  started: number | null;
  finished: number | null;
  version: number;
  rematch: string | null;
  seats: Seat[];
  watchers: number;
  result: Result | null;
}
export interface Update {
  since: number;
  version: number;
  over: boolean;
  view: View | null;
  pending: Pending | null;
  seats: Record<string, SeatPart>;
  entries: Entry[];
  entries_from: number;
  last_call: { seats: number[]; until: number | null } | null;
  /** Who has stopped the game, and which seats of this reader could how often. */
  hold?: { seat: number; until: number } | null;
  waits?: Record<string, number>;
  /** Who is asked at an opening while others wait, and until when. */
  opening?: { seat: number; until: number } | null;
  vote: { by: number; entry: number; answers: number; agreed: number[]; waiting: number[] } | null;
  result: Result | null;
}
export interface ChatLine { n: number; at: number; seat: number | null; name: string; text: string }

export type Texts = Record<string, Record<string, Record<string, string>>>;
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Facts = Record<string, Record<string, any>>;
export interface Content {
  language: string;
  edition: string;
  expansions: string[];
  facts: Facts;
  texts: Texts;
  house: Record<string, string[]>;
  score?: ScoreForm;
}
/** What an expansion adds to what the scorer asks for. */
export interface ScoreField { name: string; sort: 'number' | 'flag' | 'id' | 'ids' | 'cards'; kind: string; low: number; high: number; text: string }
export interface ScoreForm { most_heroes: number; dice: Record<string, [number, number]>; table: ScoreField[]; hero: ScoreField[] }
export interface Expansion { id: string; name: string; text: string; editions: string[]; variants: string[]; most_players: number }
export interface LessonInfo { id: string; icon: string; title: string; text: string }
/** What one answer promises: stars at the end of the game, and what changes on the way there. */
export interface Hint {
  answer: string;
  option: number;
  stars: number;
  behind: number;
  goals: Partial<Record<Row, [number, number]>>;
  lines: Record<string, number>;
  text: string;
  reason: string;
}
export interface Advice { seat: number; version: number; hints: Hint[] }
export interface BotLevel { level: string; name: string; character: string; milliseconds: number }
export interface ServerInfo {
  version: string;
  levels: string[];
  default_level: string;
  bots: BotLevel[];
  variants: string[];
  editions: string[];
  class_drafts: string[];
  expansions: Expansion[];
  /** In the order in which they are best taken. */
  lessons: LessonInfo[];
  players: { min: number; max: number };
  limits: { away_seconds: number };
}

export const colorOf = (die: string): Color => die.slice(0, -1) as Color;
export const faceOf = (die: string): number => Number(die.slice(-1));
