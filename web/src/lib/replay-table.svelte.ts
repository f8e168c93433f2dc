// A table that nobody plays at: replays, lessons and pictures show it with the same parts.
import type { GameTable, Shown } from './game-table';
import type { ChatLine, Entry, GameEvent, Hints, Hold, Odds, Preview, Room, TurnEnd } from './types';

export class ReplayTable implements GameTable {
  id = '';
  room: Room | null = $state.raw(null);
  shown: Shown | null = $state.raw(null);
  entries: Entry[] = $state.raw([]);
  chat: ChatLine[] = [];
  held: number[] = $state.raw([]);
  host = false;
  busy = $state(false);
  note = $state('');
  /** Nobody is there to advise. */
  readonly advises: boolean = false;
  advice: Hints | null = null;
  asking = '';
  previews: Record<string, Preview> = {};
  odds: Odds | null = null;
  /** Nobody stops what does not run. */
  hold: Hold | null = null;
  waits: Record<string, number> = {};
  readonly turnEnd: TurnEnd | null = null;
  readonly ahead: number = 0;
  readonly tells: boolean = false;
  onBefore: ((events: GameEvent[]) => void) | null = null;
  onAfter: ((events: GameEvent[]) => void) | null = null;

  show(shown: Shown, events: GameEvent[] = []): void {
    if (events.length) this.onBefore?.(events);
    this.shown = shown;
    if (events.length) this.onAfter?.(events);
  }

  /** Nothing waits to be shown. */
  get behind(): number {
    return 0;
  }

  get waitsToBeSeen(): boolean {
    return false;
  }

  answer(_seat: number, _option: number, _interrupt = false): void {}
  undo(_seat: number): void {}
  askUndo(_seat: number): void {}
  passCall(_seat: number): void {}
  wait(_seat: number): void {}
  goOn(_seat: number): void {}
  turnDone(_seat: number): void {}
  askHint(_seat: number): void {}
  closeHint(): void {}
  seen(): void {}
  catchUp(): void {}
  askPreview(_seat: number, _options: number[]): void {}
  askOdds(_seat: number): void {}
}
