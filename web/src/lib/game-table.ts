// What the parts of a table need to know and may do: the same for a game that runs, a replay and a lesson.
import type { HeardTimes } from './times';
import type {
  ChatLine,
  Entry,
  GameEvent,
  Hints,
  Hold,
  LastCall,
  Option,
  OrderState,
  Forecast,
  Pending,
  Odds,
  Preview,
  Result,
  Room,
  Seen,
  TurnEnd,
  UndoState,
  View,
  VoteState,
  WhyNot,
} from './types';

/** What one seat may do and know; where nobody plays, less is known. */
export interface OwnPart {
  options: Option[];
  interruptions: Option[];
  undo: UndoState;
  top_card: string | null;
  prices?: Record<string, number>;
  why_not?: Record<string, WhyNot>;
  seen?: Seen;
  forecast?: Forecast;
  orders?: OrderState[];
}

/** Where nothing can be taken back, and nobody asks why. */
export const NO_UNDO: UndoState = { can: false, reason: 'nothing', text: '', what: '', others: 0 };

/** What a box shows large, over the table. */
export interface Scene {
  /** The box whose `scene` draws it. */
  box: string;
  /** What it is about: whatever that box understands. */
  about: unknown;
}

/** The moment that is on the screen. */
export interface Shown {
  view: View;
  pending: Pending | null;
  seats: Record<string, OwnPart>;
  over: boolean;
  result: Result | null;
  last_call: LastCall | null;
  vote: VoteState | null;
  opening?: Hold | null;
  scene?: Scene | null;
}

export interface GameTable {
  readonly id: string;
  readonly room: Room | null;
  readonly shown: Shown | null;
  readonly entries: Entry[];
  readonly chat: ChatLine[];
  /** The seats of this reader. */
  readonly held: number[];
  readonly host: boolean;
  /** An answer is on its way. */
  readonly busy: boolean;
  /** The key of what stands where a question would, while nothing is asked. */
  readonly note: string;
  /** What was done last, in words: it stands where a question would, where nobody is there to answer. */
  readonly caption?: string;
  /** Whether somebody is there to advise. */
  readonly advises: boolean;
  /** Hints for the moment that is shown. */
  readonly advice: Hints | null;
  /** The command by which the server thinks about a hint; empty if it does not. */
  readonly asking: string;
  /** What options of the moment that is shown would bring, by id, as far as somebody asked. */
  readonly previews: Record<string, Preview>;
  /** How likely a hero of this reader meets its goals, when last asked. */
  readonly odds: Odds | null;
  /** Who has stopped the game, and which own seats could how often. */
  readonly hold: Hold | null;
  readonly waits: Record<string, number>;
  /** Whose turn is to be confirmed before the game goes on. */
  readonly turnEnd: TurnEnd | null;
  /** What is left to whom, where there is a time limit. */
  readonly times?: HeardTimes | null;
  /** Milliseconds by which the server's clock is ahead of this one. */
  readonly ahead: number;
  /** Whether there is a course of events to tell, and steps of it that are not shown yet. */
  readonly tells: boolean;
  readonly behind: number;
  /** Whether what is shown waits to be seen. */
  readonly waitsToBeSeen: boolean;
  /** Told of every shown step, before and after: who animates listens. */
  onBefore: ((events: GameEvent[]) => void) | null;
  onAfter: ((events: GameEvent[]) => void) | null;

  answer(seat: number, option: number, interrupt?: boolean): void;
  undo(seat: number): void;
  askUndo(seat: number): void;
  passCall(seat: number): void;
  wait(seat: number): void;
  goOn(seat: number): void;
  turnDone(seat: number): void;
  askHint(seat: number): void;
  closeHint(): void;
  /** It has been seen: on to the next step. */
  seen(): void;
  /** On to the newest step. */
  catchUp(): void;
  askPreview(seat: number, options: number[]): void;
  askOdds(seat: number): void;
}
