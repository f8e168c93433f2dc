// What the server reads and sends; docs/protocol.md describes every field.
// Generated from src/rollplayer/server/protocol by python -m tools.docs: do not edit.

export const ROWS = ['str', 'dex', 'con', 'int', 'wis', 'cha'] as const;
export const COLORS = ['green', 'blue', 'red', 'purple', 'black', 'white', 'gold'] as const;
export const SPACES = ['lg', 'ng', 'cg', 'ln', 'nn', 'cn', 'le', 'ne', 'ce'] as const;
/** Where an arrow leads the Alignment token, by arrow and space; nowhere off the grid. */
export const ARROW_STEPS: Record<string, Record<string, string>> = {
  good: { ln: 'lg', nn: 'ng', cn: 'cg', le: 'ln', ne: 'nn', ce: 'cn' },
  evil: { lg: 'ln', ng: 'nn', cg: 'cn', ln: 'le', nn: 'ne', cn: 'ce' },
  lawful: { ng: 'lg', cg: 'ng', nn: 'ln', cn: 'nn', ne: 'le', ce: 'ne' },
  chaotic: { lg: 'ng', ng: 'cg', ln: 'nn', nn: 'cn', le: 'ne', ne: 'ce' },
};

export type Row = (typeof ROWS)[number];
export type Color = (typeof COLORS)[number];

export interface Hello {
  type: 'hello';
  command?: string;
  protocol: 1;
  tokens?: string[];
  since?: number | null;
  language?: 'de' | 'en' | 'en-XA' | 'fr';
  differences?: boolean;
}

export interface Answer {
  type: 'answer';
  command: string;
  version: number;
  seat: number;
  answer?: string | null;
  option?: number | null;
}

export interface Interrupt {
  type: 'interrupt';
  command: string;
  version: number;
  seat: number;
  answer?: string | null;
  option?: number | null;
}

export interface PassCall {
  type: 'pass-call';
  command?: string;
  version: number;
  seat: number;
}

export interface AskWait {
  type: 'wait';
  command?: string;
  seat: number;
}

export interface GoOn {
  type: 'go-on';
  command?: string;
  seat: number;
}

export interface ChooseOpenings {
  type: 'openings';
  command?: string;
  seat: number;
  when: 'always' | 'never' | 'new';
}

/** A die of one of these colors (of any, if none is named) with a value from least to most. */
export interface WantedDie {
  colors?: string[];
  least?: number;
  most?: number;
  lowest?: boolean;
}

/** At least this much Gold. */
export interface HasGold {
  if: 'gold';
  least: number;
}

/** At least and at most this many Initiative cards can still be taken. */
export interface CardsLeft {
  if: 'initiative';
  least?: number;
  most?: number;
}

/** At least this many open spaces in a row. */
export interface HasSpace {
  if: 'space';
  row: Row;
  least?: number;
}

/** A card in the Market: by name, by kind, and by the Gold it costs this seat. */
export interface WantedCard {
  cards?: string[];
  kinds?: string[];
  price?: number;
}

/** Such a card lies in the Market. */
export interface OnOffer {
  if: 'market';
  card: WantedCard;
}

/** Take such a die and place it in the first of these rows that has an open space. */
export interface DiceClause {
  turn: 'dice';
  take: WantedDie;
  place: Row[];
  without_action?: boolean;
  when?: (HasGold | CardsLeft | HasSpace | OnOffer)[];
}

/** Buy such a card, or discard one for Gold. */
export interface MarketClause {
  turn: 'market';
  do: 'buy' | 'discard';
  card: WantedCard;
  when?: (HasGold | CardsLeft | HasSpace | OnOffer)[];
}

/** The command is the id of the order. */
export interface LeaveOrder {
  type: 'order';
  command: string;
  seat: number;
  clauses: (DiceClause | MarketClause)[];
}

export interface RevokeOrder {
  type: 'revoke';
  command?: string;
  seat: number;
  order: string;
}

export interface ConfirmTurns {
  type: 'confirm-turns';
  command?: string;
  seat: number;
  wanted: boolean;
}

export interface TurnDone {
  type: 'turn-done';
  command?: string;
  seat: number;
}

export interface Undo {
  type: 'undo';
  command: string;
  version: number;
  seat: number;
}

export interface UndoAsk {
  type: 'undo-ask';
  command: string;
  version: number;
  seat: number;
  entry?: number | null;
}

export interface UndoVote {
  type: 'undo-vote';
  command?: string;
  version: number;
  seat: number;
  agree: boolean;
}

export interface BreakAsk {
  type: 'break-ask';
  command?: string;
  seat: number;
  seconds: number;
  vacation?: boolean;
}

export interface BreakVote {
  type: 'break-vote';
  command?: string;
  seat: number;
  agree: boolean;
}

export interface Chat {
  type: 'chat';
  command: string;
  text: string;
  seat?: number | null;
}

export interface Rename {
  type: 'rename';
  command?: string;
  seat: number;
  name: string;
}

export interface AddEntropy {
  type: 'entropy';
  command?: string;
  seat: number;
  text: string;
}

export interface ChangeSeat {
  type: 'seat';
  command?: string;
  seat: number;
  kind: 'bot' | 'open';
  level?: string | null;
}

export interface Start {
  type: 'start';
  command?: string;
  fill?: string | null;
}

export interface GiveToBot {
  type: 'give-to-bot';
  command?: string;
  seat: number;
  level?: string | null;
}

export interface TakeBack {
  type: 'take-back';
  command?: string;
  seat: number;
}

export interface Leave {
  type: 'leave';
  command?: string;
  seat: number;
}

export interface ChangeLanguage {
  type: 'language';
  command?: string;
  language: 'de' | 'en' | 'en-XA' | 'fr';
}

export interface AskEntries {
  type: 'entries';
  command?: string;
  to: number;
  from: number;
}

export interface AskHint {
  type: 'hint';
  command?: string;
  version: number;
  seat: number;
}

export interface AskOdds {
  type: 'odds';
  command?: string;
  version: number;
  seat: number;
}

export interface AskPreview {
  type: 'preview';
  command?: string;
  version: number;
  seat: number;
  options: number[];
}

/** `hidden`: nobody sees the table, because another tab is in front or the screen is off. */
export interface Ping {
  type: 'ping';
  command?: string;
  hidden?: boolean;
}

export interface Welcome {
  type: 'welcome';
  protocol: number;
  server: string;
  game: string;
  seats: number[];
  host: boolean;
  language: string;
  time: number;
}

/** An event of the engine with a sentence for people; `GET /content` lists what else it has. */
export interface GameEvent {
  event: string;
  text: string;
  seat?: number;
  phase?: string;
  round?: number;
  face?: number;
  race?: string;
  side?: string;
  color?: string;
  free?: string;
  class?: string;
  backstory?: string;
  alignment?: string;
  card?: string;
  place?: number;
  cards?: number;
  die?: string;
  number?: number;
  spot?: string;
  gold?: number;
  why?: string;
  from?: string;
  other?: string;
  space?: string;
  tokens?: number;
  target?: string;
  to?: string;
  row?: string;
}

/** One entry of the log as somebody may know it; `auto` is a pass that nobody has made. */
export interface Entry {
  n: number;
  at: number;
  who: number | 'chance';
  answer?: string;
  text?: string;
  events?: GameEvent[];
  undo?: number;
  agreed?: number[];
  auto?: boolean;
}

export interface InitiativeCard {
  number: number;
  die: string | null;
  gold: number;
  taken_by: number | null;
}

/** Dice by row, from the left. */
export interface Sheet {
  str: string[];
  dex: string[];
  con: string[];
  int: string[];
  wis: string[];
  cha: string[];
}

/** An Attribute Goal: `17`, `16-17` or `14+`, and how a row stands to it. */
export interface Goal {
  score: number;
  goal: string;
  met: boolean;
  stars: number;
  low: number;
  high: number | null;
  needs: [number, number] | null;
  most: number;
}

/** What a hero would score now. */
export interface Standing {
  total: number;
  lines: Record<string, number>;
  goals: Partial<Record<Row, Goal>>;
}

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
  sheet: Sheet;
  hand: string[];
  cards: string[];
  exhausted: string[];
  standing: Standing;
}

/** The table as everybody may see it. */
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
}

/** The question the game waits on. */
export interface Pending {
  seat: number | 'chance';
  question: string;
  text: string;
  explain?: string;
}

/** A legal answer; `aside` marks one that declines or puts off what most people want. */
export interface Option {
  id: number;
  notation: string;
  text: string;
  aside?: boolean;
}

/** Whether a seat may undo its last answer, and why not. */
export interface UndoState {
  can: boolean;
  reason: string | null;
  text: string;
  what: string;
  others: number;
}

/** Why a place cannot be chosen: a word that clients have a sentence for, with its numbers. */
export interface WhyNot {
  why: string;
  n?: number;
  free?: number;
  short?: number;
  arrow?: string;
  row?: Row;
}

export type Seen = Record<string, unknown>;

export type Forecast = Record<string, unknown>;

/** An order that a seat has left, or what became of it; `clause` is the one that has acted. */
export interface OrderState {
  id: string;
  at: number;
  turn: 'dice' | 'market';
  clauses: (DiceClause | MarketClause)[];
  clause: number | null;
  ended: '' | 'asked' | 'done' | 'own' | 'replaced' | 'revoked' | 'undone';
  answers: string[];
}

/** What only this seat may know. */
export interface SeatPart {
  options: Option[];
  interruptions: Option[];
  undo: UndoState;
  top_card: string | null;
  prices: Record<string, number>;
  why_not: Record<string, WhyNot>;
  seen: Seen;
  forecast: Forecast;
  orders?: OrderState[];
}

/** Who may still interrupt, and how long they are waited for. */
export interface LastCall {
  seats: number[];
  until: number | null;
}

/** Who holds the game, or is asked at an opening while others wait. */
export interface Hold {
  seat: number;
  until: number;
}

/** Whose turn is to be confirmed before the game goes on, and until when others wait for it. */
export interface TurnEnd {
  seat: number;
  until: number | null;
}

/** A vote on an undo that goes beyond what one seat may do alone. */
export interface VoteState {
  by: number;
  entry: number;
  answers: number;
  agreed: number[];
  waiting: number[];
  until: number | null;
}

/** The milliseconds that a seat has left when this is sent: of its turn, then in its bank. */
export interface TimeLeft {
  turn: number;
  bank: number;
}

/** Nobody's time runs for `left` milliseconds; with a seat, only its time stands still: it is on vacation. */
export interface Break {
  seat: number | null;
  left: number;
}

/** A seat asks for a break, or for a vacation of its own; 0 seconds: to end the break. */
export interface BreakVoteState {
  by: number;
  seconds: number;
  vacation: boolean;
  waiting: number[];
}

/** A seat whose time was up, the version then, and the time of day. */
export interface Overrun {
  seat: number;
  version: number;
  at: number;
}

/** Whose time runs, what each seat has left, breaks, and whose time was up. */
export interface Times {
  running: number | null;
  left: TimeLeft[];
  breaks: Break[];
  vote: BreakVoteState | null;
  overruns: Overrun[];
}

/** The seat that thinks, since when, and how long each has thought so far; times if there is a limit. */
export interface Clock {
  seat: number | null;
  since: number;
  used: number[];
  times?: Times;
}

export interface HeroResult {
  seat: number;
  total: number;
  lines: Record<string, number>;
}

/** How a game ended; with the seed once it is over. */
export interface Result {
  heroes: HeroResult[];
  winners: number[];
  rank: string | null;
  seed?: string;
}

/** What a game is played with, as its file names it. */
export interface TableOptions {
  players: number;
  edition: string;
  class_draft: string;
  variants: string[];
  expansions?: string[];
}

/** What a table has agreed on time; with `downtime` it also counts while no server runs. */
export interface TimeLimit {
  turn_seconds: number;
  bank_seconds: number;
  downtime: boolean;
  stand_in: string;
}

export interface SeatInfo {
  seat: number;
  name: string;
  kind: 'bot' | 'human' | 'open';
  level: string | null;
  stand_in: string | null;
  connected: boolean;
  away_since: number | null;
  entropy: string;
}

/** What everybody may know about a game, apart from the game itself. */
export interface Room {
  id: string;
  title: string;
  status: 'broken' | 'closed' | 'finished' | 'open' | 'running';
  reason: string;
  options: TableOptions;
  listed: boolean;
  watch: boolean;
  pace: 'live' | 'turns';
  language: string;
  rules: string;
  content: string;
  commitment: string;
  created: number;
  started: number | null;
  finished: number | null;
  version: number;
  time_limit: TimeLimit | null;
  rated: boolean;
  rematch: string | null;
  seats: SeatInfo[];
  watchers: number;
  result: Result | null;
}

export interface ChatLine {
  n: number;
  at: number;
  seat: number | null;
  name: string;
  text: string;
}

/** All that somebody with certain tokens may know, and the log since a version. */
export interface State {
  since: number | null;
  version: number;
  entries: Entry[];
  entries_from: number;
  over: boolean;
  view: View | null;
  pending: Pending | null;
  seats: Record<string, SeatPart>;
  last_call: LastCall | null;
  opening?: Hold | null;
  hold?: Hold | null;
  turn_end?: TurnEnd | null;
  waits?: Record<string, number>;
  vote: VoteState | null;
  clock: Clock | null;
  result: Result | null;
  type: 'state';
  room: Room;
  chat: ChatLine[];
}

export interface WholeUpdate {
  since: number | null;
  version: number;
  entries: Entry[];
  entries_from: number;
  over: boolean;
  view: View | null;
  pending: Pending | null;
  seats: Record<string, SeatPart>;
  last_call: LastCall | null;
  opening?: Hold | null;
  hold?: Hold | null;
  turn_end?: TurnEnd | null;
  waits?: Record<string, number>;
  vote: VoteState | null;
  clock: Clock | null;
  result: Result | null;
  type: 'update';
}

export interface Difference {
  set?: Record<string, unknown>;
  drop?: string[];
  in?: Record<string, Difference>;
}

export interface Acknowledged {
  type: 'ack';
  command: string;
  entry: number | null;
  version: number;
  duplicate: boolean;
}

export interface ChangedUpdate {
  since: number | null;
  version: number;
  entries: Entry[];
  entries_from: number;
  type: 'difference';
  changes: Difference;
  ack?: Acknowledged;
}

export interface RoomMessage {
  type: 'room';
  room: Room;
}

export interface ChatMessage {
  n: number;
  at: number;
  seat: number | null;
  name: string;
  text: string;
  type: 'chat';
}

export interface Denied {
  type: 'refused';
  command: string;
  code: string;
  text: string;
  version?: number;
}

export interface EarlierEntries {
  type: 'entries';
  command: string;
  from: number;
  entries: Entry[];
}

/** What one answer promises: stars at the end, and what changes on the way there. */
export interface Hint {
  answer: string;
  option: number;
  stars: number;
  behind: number;
  way: string[];
  goals: Partial<Record<Row, [number, number]>>;
  lines: Record<string, number>;
  market_pick: string | null;
  gold: number;
  rolls: boolean;
  text: string;
  reason: string;
}

export interface Hints {
  type: 'hint';
  command: string;
  seat: number;
  version: number;
  hints: Hint[];
}

/** How likely a hero meets the goal of each row, from 0 to 1; nothing for a moment that has passed. */
export interface Odds {
  type: 'odds';
  command: string;
  seat: number;
  version: number;
  goals: Partial<Record<Row, number>>;
}

/** What one option changes for its hero before anything is rolled; what stays is left out. */
export interface Preview {
  gold?: number;
  charisma?: number;
  counts?: Record<string, number>;
  rows?: Partial<Record<Row, [number, number]>>;
  goals?: Partial<Record<Row, boolean>>;
  lines?: Record<string, number>;
  stars?: number;
  token?: string;
  token_stars?: number;
  rolls?: boolean;
  odds?: Partial<Record<Row, number>>;
}

export interface Previews {
  type: 'preview';
  command: string;
  seat: number;
  version: number;
  previews: Record<string, Preview>;
}

export interface Pong {
  type: 'pong';
  command: string;
  time: number;
}

/** A box that a game may be played with. */
export interface ExpansionInfo {
  id: string;
  name: string;
  text: string;
  editions: string[];
  variants: string[];
  most_players: number;
  content: string;
}

/** A lesson that this server gives. */
export interface LessonInfo {
  id: string;
  icon: string;
  title: string;
  text: string;
}

export interface PlayerRange {
  min: number;
  max: number;
}

/** A level of bots, for people to choose. */
export interface BotInfo {
  level: string;
  name: string;
  character: string;
  milliseconds: number;
}

/** Longest texts and messages in characters and bytes; times in seconds. */
export interface Limits {
  name: number;
  chat: number;
  entropy: number;
  frame: number;
  away_seconds: number;
  last_call_seconds: number;
  wait_seconds: number;
  waits_per_round: number;
}

/** How this server can tell people of their turns, besides webhooks. */
export interface NoticeOffer {
  push: string | null;
  email: boolean;
}

/** What a server can do. */
export interface ServerInfo {
  name: string;
  version: string;
  protocol: number;
  rules: string;
  content: Record<string, string>;
  languages: string[];
  editions: string[];
  class_drafts: string[];
  variants: string[];
  expansions: ExpansionInfo[];
  lessons: LessonInfo[];
  players: PlayerRange;
  paces: string[];
  levels: string[];
  default_level: string;
  bots: BotInfo[];
  limits: Limits;
  docs: boolean;
  notices: NoticeOffer;
  passkeys: boolean;
}

export interface Games {
  games: Room[];
}

export interface GameOptions {
  players?: number;
  edition?: 'first' | 'second';
  class_draft?: 'dice' | 'forward' | 'reverse';
  variants?: string[];
  expansions?: string[];
}

export interface SeatWish {
  kind: 'bot' | 'human' | 'open';
  name?: string;
  level?: string | null;
}

/** Seconds for each turn and, for those who need longer, in the bank of each seat for the whole game. */
export interface TimeLimitWish {
  turn_seconds: number;
  bank_seconds?: number;
  downtime?: boolean;
  stand_in?: string | null;
}

export interface CreateGame {
  options?: GameOptions;
  seats?: SeatWish[] | null;
  title?: string;
  listed?: boolean;
  watch?: boolean;
  pace?: 'live' | 'turns';
  language?: 'de' | 'en' | 'fr';
  start?: boolean;
  time_limit?: TimeLimitWish | null;
  rated?: boolean;
}

export interface Created {
  game: Room;
  host: string;
  seats: Record<string, string>;
}

/** The tokens a browser holds for one game. */
export interface GameKeys {
  id: string;
  tokens: string[];
}

export interface AskOwnGames {
  games: GameKeys[];
}

export interface OwnHero {
  race: string | null;
  side: string;
  class: string | null;
  race_name: string;
  class_name: string;
}

/** A game as those who hold these seats find it. */
export interface OwnGame {
  game: Room;
  seats: number[];
  host: boolean;
  asked: number | null;
  since?: number | null;
  left?: number | null;
  round: number | null;
  rounds: number | null;
  heroes: OwnHero[];
  moves?: number | null;
  unread?: number | null;
  archived?: boolean;
}

/** `unknown` are the games that these tokens do not open, or that are no longer here. */
export interface OwnGames {
  games: OwnGame[];
  unknown: string[];
}

export interface JoinGame {
  name: string;
  seat?: number | null;
}

export interface Joined {
  game: Room;
  seat: number;
  token: string;
}

export interface GiveSeat {
  name?: string;
}

export interface Given {
  seat: number;
  token: string;
}

/** `start`: begin at once, which only the host may, with nobody to wait for. */
export interface Rematch {
  start?: boolean;
}

export interface OneGame {
  game: Room;
}

export type Nothing = Record<string, never>;

/** One step of a replay; the first has neither `who` nor what they said. */
export interface Step {
  n: number;
  round: number;
  phase: string;
  changes: Record<string, unknown>;
  pending: Pending | null;
  who?: number | 'chance' | null;
  answer?: string | null;
  undo?: number | null;
  text?: string | null;
  auto?: boolean;
  events?: GameEvent[] | null;
}

/** Everybody's stars at the end of a round, which begins with frame `n` of the replay. */
export interface RoundStars {
  round: number;
  n: number;
  stars: number[];
}

/** Something worth looking at again: frame `n` of the replay shows it. */
export interface Moment {
  n: number;
  round: number;
  seat: number;
  kind: string;
  icon: string;
  text: string;
}

/** A seat's place (E8). `decided` says what sets it apart from the place before, `behind` by how much. */
export interface Place {
  seat: number;
  place: number;
  stars: number;
  gold: number;
  dice: number;
  decided: 'dice' | 'gold' | 'shared' | 'stars' | null;
  behind: number;
}

/** The rank above the one a solitaire hero has earned (L7), and the stars missing to it. */
export interface NextRank {
  rank: string;
  missing: number;
}

/** `places` are empty until a game is over; the best rank has none above it. */
export interface Story {
  rounds: RoundStars[];
  moments: Moment[];
  places: Place[];
  next_rank: NextRank | null;
}

export interface Replay {
  header: Record<string, unknown>;
  seats: string[];
  frames: Step[];
  end: Record<string, unknown> | null;
  story: Story;
}

export interface FinishedGames {
  games: Room[];
  more: boolean;
}

export interface ByOptions {
  players: number;
  edition: string;
  expansions: string[];
  games: number;
  mean_total: number;
  best_total: number;
}

export interface ByClass {
  name: string;
  heroes: number;
  mean_total: number;
  wins: number;
}

export interface Stats {
  games: Record<string, number>;
  connections: number;
  finished: ByOptions[];
  classes: ByClass[];
}

/** A field that an expansion adds to a hero or to the table, with its name for people. */
export interface AskedField {
  name: string;
  sort: string;
  kind: string;
  low: number;
  high: number;
  text: string;
}

/** One line of the score sheet: its formula makes a list of `kind`, `id` and `stars`. */
export interface LineProgram {
  name: string;
  reasons: unknown;
}

/** How stars are counted. */
export interface ScoreProgram {
  version: number;
  colors: Record<string, string[]>;
  spaces: string[];
  fields: Record<string, unknown>;
  values: [string, unknown][];
  cards: Record<string, Record<string, unknown>>;
  table: LineProgram[];
  solitaire: LineProgram[];
  lost: unknown;
}

/** How many heroes at most, the dice (lowest and highest face), more fields, how stars are counted. */
export interface ScoreForm {
  most_heroes: number;
  dice: Record<string, [number, number]>;
  table: AskedField[];
  hero: AskedField[];
  program: ScoreProgram;
}

/** A box that a table is played with. */
export interface BoxInfo {
  id: string;
  name: string;
  module: string | null;
  table: string[];
  hero: string[];
  verbs: string[];
}

export interface Content {
  language: string;
  edition: string;
  expansions: string[];
  hash: string;
  facts: Record<string, Record<string, unknown>>;
  texts: Record<string, Record<string, Record<string, string>>>;
  house: Record<string, string[]>;
  score: ScoreForm;
  boxes: BoxInfo[];
  messages: Record<string, string>;
  verbs: Record<string, unknown>[];
  events: Record<string, unknown>[];
}

export interface ExplainedQuestion {
  key: string;
  question: string;
  explain: string;
}

export interface Explained {
  id: string;
  name: string;
  text: string;
}

export interface Rules {
  language: string;
  questions: ExplainedQuestion[];
  phases: Explained[];
  variants: Explained[];
  terms: Explained[];
}

/** What has happened since the step before. */
export interface LessonEntry {
  n: number;
  who: number | 'chance';
  text: string;
  events: GameEvent[];
  answer?: string;
  undo?: number;
  auto?: boolean;
}

/** Where the game stands, what is explained, and the answer that is waited for. */
export interface LessonStep {
  caption: string;
  text: string;
  place: string;
  view: View;
  pending: Pending | null;
  options: Option[];
  prices: Record<string, number>;
  why_not: Record<string, WhyNot>;
  seen: Seen;
  forecast: Forecast;
  entries: LessonEntry[];
}

/** A real solitaire game with fixed chance, step by step; `next` is best taken after it. */
export interface Lesson {
  language: string;
  id: string;
  title: string;
  expansions: string[];
  seats: string[];
  steps: LessonStep[];
  end: Result | null;
  next: LessonInfo | null;
}

export interface ScoreSheet {
  heroes: Record<string, unknown>[];
  winners: string[];
  rank: string | null;
}

export interface Scored {
  score: ScoreSheet;
  warnings: string[];
}

export interface MakePerson {
  secret: string;
  name?: string;
  language?: 'de' | 'en' | 'fr';
  device?: string;
}

/** Whose face stands for a person. */
export interface Portrait {
  race: string;
  side: 'female' | 'male';
  class?: string | null;
}

export interface Device {
  id: string;
  name: string;
  created: number;
  seen: number;
  this: boolean;
}

/** A link for another device; `number` and `device` once one has come with it. */
export interface OpenLink {
  expires: number;
  number: string | null;
  device: string | null;
}

/** What somebody, and nobody else, is shown of themselves. */
export interface Person {
  id: string;
  name: string;
  language: string;
  portrait: Portrait | null;
  created: number;
  noted: boolean;
  devices: Device[];
  link: OpenLink | null;
}

export interface MadePerson {
  person: Person;
  sentence: string[];
}

export interface Recover {
  sentence: string;
  secret: string;
  device?: string;
}

/** What is given is changed. `noted`: the recovery sentence has been written down. */
export interface ChangePerson {
  name?: string;
  language?: 'de' | 'en' | 'fr';
  portrait?: Portrait | null;
  noted?: boolean;
}

export interface NewSentence {
  sentence: string[];
}

export interface NewLink {
  code: string;
  expires: number;
}

export interface RedeemLink {
  code: string;
  secret: string;
  device?: string;
}

/** The other device shows the same number and asks whether it is this one. */
export interface Redeemed {
  number: string;
  expires: number;
}

/** Whether the device that shows this number is one's own. */
export interface ConfirmLink {
  number: string;
  accept: boolean;
}

/** Some devices by their ids; without, all but this one. */
export interface SignOut {
  devices?: string[] | null;
}

export interface SignedOut {
  devices: number;
}

/** `unknown` are the games that these tokens do not open, or that are no longer here. */
export interface Claimed {
  claimed: string[];
  unknown: string[];
}

/** A page of the games that were `found`; `next` asks for the page after it. */
export interface PersonGames {
  games: OwnGame[];
  found: number;
  next: string | null;
}

/** What others have done at a table since the person looked, the latest last. */
export interface GameNews {
  moves: number;
  lines: string[];
}

/** Some of one's heroes together: those of a class, a race, or against opponents of a level. */
export interface Tally {
  key: string;
  name: string;
  games: number;
  contested: number;
  won: number;
  mean: number;
  best: number;
}

/** A line of the score sheet: `game` is where the most stars came from it. */
export interface LineTally {
  line: string;
  games: number;
  mean: number;
  best: number;
  game: string;
}

/** A month in which games ended, such as `2026-11`. */
export interface Month {
  month: string;
  games: number;
  contested: number;
  won: number;
  mean: number;
}

/** The most of something: `stars` of a hero, `lead` over the second. Leads to the replay. */
export interface Best {
  what: string;
  value: number;
  game: string;
  at: number;
  name: string;
  hero: OwnHero;
}

/** Somebody one has played against, by the name at the table. */
export interface Opponent {
  name: string;
  games: number;
  won: number;
}

/** `streak`: how many contested games were won one after another. */
export interface OwnStatistics {
  games: number;
  contested: number;
  won: number;
  mean: number;
  best: number;
  streak: number;
  classes: Tally[];
  races: Tally[];
  levels: Tally[];
  boxes: string[];
  lines: LineTally[];
  months: Month[];
  records: Best[];
  opponents: Opponent[];
}

export interface ArchiveGame {
  id: string;
  archived: boolean;
}

export type Done = Record<string, never>;

/** What the person leaves behind in this game goes; the game stays for the others. */
export interface ForgetGame {
  id: string;
}

export interface ExportedGame {
  id: string;
  title: string;
  status: string;
  created: number;
  finished: number | null;
  claimed: number;
  archived: boolean;
  looked: Record<string, number> | null;
  told: boolean;
  host: boolean;
  seats: Record<string, unknown>[];
  result: Record<string, unknown> | null;
  chat: Record<string, unknown>[];
  answers: Record<string, unknown>[];
  orders: Record<string, unknown>[];
}

/** What one rated game has changed. `left`: the person left it, or had no time left. */
export interface RatingChange {
  game: string;
  at: number;
  before: number;
  after: number;
  left: boolean;
}

/** What somebody, and nobody else, is shown of their own rating. */
export interface OwnRating {
  rating: number;
  deviation: number;
  provisional: boolean;
  games: number;
  shown: boolean;
  place: number | null;
  barred_until: number | null;
  changes: RatingChange[];
}

export interface Channel {
  id: string;
  kind: string;
  address: string;
  digest: boolean;
  created: number;
  confirmed: boolean;
  this: boolean;
}

export interface NoticeTimes {
  zone: string;
  quiet_from: number;
  quiet_to: number;
  digest_at: number;
}

/** Where a person gets notices of turns, and when. */
export interface Notices {
  channels: Channel[];
  times: NoticeTimes;
}

export interface Passkey {
  id: string;
  name: string;
  created: number;
  used: number | null;
  doubted: boolean;
}

/** What somebody did with others: each list as the store has it. */
export interface ExportedFriends {
  friends: Record<string, unknown>[];
  blocked: Record<string, unknown>[];
  invitations: Record<string, unknown>[];
  reports: Record<string, unknown>[];
  sanctions: Record<string, unknown>[];
}

/** Everything the server knows about a person, except what only proves who they are. */
export interface Exported {
  exported: number;
  person: Person;
  seen: number;
  games: ExportedGame[];
  rating: OwnRating | null;
  notices: Notices | null;
  passkeys: Passkey[];
  others: ExportedFriends;
}

/** The word is asked for so that nobody does it by mistake. */
export interface DeletePerson {
  delete: 'everything';
}

export interface Passkeys {
  passkeys: Passkey[];
}

/** What `navigator.credentials.create` has returned, and what the person calls it. */
export interface AddPasskey {
  client_data: string;
  attestation: string;
  name?: string;
}

/** What `navigator.credentials.create` is asked for; `known` are the ones there are. */
export interface PasskeyToMake {
  challenge: string;
  site: string;
  user: string;
  name: string;
  known: string[];
  algorithms: number[];
}

export interface RenamePasskey {
  id: string;
  name: string;
}

export interface RemovePasskey {
  id: string;
}

/** What `navigator.credentials.get` is asked for. */
export interface PasskeyQuestion {
  challenge: string;
  site: string;
}

/** What `navigator.credentials.get` has returned, and the secret that this device has made. */
export interface ComeByPasskey {
  credential: string;
  user: string;
  client_data: string;
  authenticator_data: string;
  signature: string;
  secret: string;
  device?: string;
}

/** What a browser's subscription can be encrypted for. */
export interface PushKeys {
  p256dh: string;
  auth: string;
}

/** Where to tell of turns; `keys` with push alone. */
export interface AddChannel {
  kind: 'discord' | 'email' | 'push' | 'slack' | 'webhook';
  address: string;
  keys?: PushKeys | null;
  digest?: boolean;
}

/** `digest`: once a day instead of every turn. */
export interface ChangeChannel {
  id: string;
  digest: boolean;
}

export interface RemoveChannel {
  id: string;
}

/** Minutes of a day in a time zone; quiet hours from a minute to itself are none. */
export interface ChangeTimes {
  zone?: string;
  quiet_from?: number;
  quiet_to?: number;
  digest_at?: number;
}

/** Whether to tell of one's own turns in a game; without `told` nothing is changed. */
export interface ChangeGame {
  id: string;
  told?: boolean;
}

/** Whether a person gets notices of their turns in a game, and in how many places. */
export interface GameNotices {
  told: boolean;
  channels: number;
}

/** What a link in a mail has proved itself with. */
export interface MailCode {
  code: string;
}

/** The mailbox that a link in a mail was about. */
export interface MailAnswer {
  address: string;
}

export interface GameWebhooks {
  channels: Channel[];
}

/** Where a game tells of everybody's turns. */
export interface AddWebhook {
  kind: 'discord' | 'slack' | 'webhook';
  address: string;
}

/** Whether a person wants to be seen on the ladder, by name and portrait. */
export interface ShowRating {
  shown: boolean;
}

/** The rating of a seat at a rated table; `after` once the game is rated, null for bots and before. */
export interface SeatRating {
  seat: number;
  rating: number;
  deviation: number;
  provisional: boolean;
  after: number | null;
  left: boolean;
}

export interface TableRatings {
  seats: SeatRating[];
}

export interface LadderEntry {
  place: number;
  name: string;
  portrait: Portrait | null;
  rating: number;
  deviation: number;
  games: number;
}

/** `next` leads to those below, null at the end. */
export interface Ladder {
  entries: LadderEntry[];
  next: string | null;
}

/** `played`: when the last game with both began; `invited`: to the game that was asked about. */
export interface Acquaintance {
  handle: string;
  name: string;
  portrait: Portrait | null;
  relation: 'asked' | 'asks' | 'blocked' | 'friend' | 'played';
  played: number | null;
  games: number;
  invited: 'accepted' | 'declined' | 'open' | 'withdrawn' | null;
}

/** `name` and `portrait` are those of whoever has invited one. */
export interface Invitation {
  game: string;
  title: string;
  players: number;
  open_seats: number;
  name: string;
  portrait: Portrait | null;
  at: number;
}

/** `warning`: what an operator wants one to read. */
export interface Friends {
  people: Acquaintance[];
  invitations: Invitation[];
  warning: string | null;
}

export interface ToPerson {
  to: string;
}

/** Whether one wants to be friends with whoever has asked. */
export interface AnswerRequest {
  to: string;
  accept: boolean;
}

export interface BlockPerson {
  to: string;
  blocked: boolean;
}

/** `accept`: sit down at the table. */
export interface AnswerInvitation {
  game: string;
  accept: boolean;
}

/** `seat`: None for a host without one. `block`: hear nothing of that person any more, either. */
export interface ReportSeat {
  seat: number | null;
  reason: 'cheating' | 'insult' | 'name' | 'other' | 'spam';
  text?: string;
  block?: boolean;
}

/** An error as RFC 9457 has it. */
export interface Problem {
  title: string;
  status: number;
  code: string;
  detail: string;
  type?: string;
}

/** Whatever a client may say. */
export type FromClient =
  | Hello
  | Answer
  | Interrupt
  | PassCall
  | AskWait
  | GoOn
  | ChooseOpenings
  | LeaveOrder
  | RevokeOrder
  | ConfirmTurns
  | TurnDone
  | Undo
  | UndoAsk
  | UndoVote
  | BreakAsk
  | BreakVote
  | Chat
  | Rename
  | AddEntropy
  | ChangeSeat
  | Start
  | GiveToBot
  | TakeBack
  | Leave
  | ChangeLanguage
  | AskEntries
  | AskHint
  | AskOdds
  | AskPreview
  | Ping;

/** Whatever the websocket sends. */
export type FromServer =
  | Welcome
  | State
  | WholeUpdate
  | ChangedUpdate
  | RoomMessage
  | ChatMessage
  | Acknowledged
  | Denied
  | EarlierEntries
  | Hints
  | Odds
  | Previews
  | Pong;
