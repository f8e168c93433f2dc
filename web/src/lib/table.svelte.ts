// One table: the websocket half of docs/protocol.md, and what the page shows of it.
import { newCommand, opens } from './api';
import type { Step } from './box';
import { Director } from './director.svelte';
import { CannotApply, wholeOf, type Changes, type Update } from './differences';
import type { GameTable, Shown } from './game-table';
import { t } from './i18n.svelte';
import { accept } from './keys';
import { withEarlier, withEntries } from './log-entries';
import { isArranging, takeApart } from './steps';
import { TableLine } from './table-line';
import { heardTimes, type HeardTimes } from './times';
import type {
  Acknowledged,
  ChatLine,
  ChooseOpenings,
  Denied,
  Entry,
  FromClient,
  FromServer,
  GameEvent,
  Hints,
  Hold,
  Odds,
  Preview,
  Room,
  TurnEnd,
} from './types';

/** How many options one message may ask about, and how its command begins. */
const MOST_PREVIEWS = 64;
const UNASKED = 'look-';

export class Table implements GameTable {
  id: string;
  room: Room | null = $state(null);
  shown: Shown | null = $state.raw(null);
  entries: Entry[] = $state.raw([]);
  chat: ChatLine[] = $state.raw([]);
  held: number[] = $state.raw([]);
  host = $state(false);
  link: 'connecting' | 'open' | 'lost' | 'gone' = $state('connecting');
  refusal: { code: string; text: string; at: number } | null = $state(null);
  busy = $state(false);
  /** At a rated table nobody is helped. */
  get advises(): boolean {
    return !this.room?.rated;
  }
  readonly note: string = '';
  advice: Hints | null = $state.raw(null);
  asking = $state('');
  readonly tells: boolean = true;
  previews: Record<string, Preview> = $state.raw({});
  odds: Odds | null = $state.raw(null);
  gone = $state('');
  /** Who has stopped the game, and which own seats could how often: as it is, also while steps are still being shown. */
  hold: Hold | null = $state.raw(null);
  waits: Record<string, number> = $state.raw({});
  turnEnd: TurnEnd | null = $state.raw(null);
  times: HeardTimes | null = $state.raw(null);
  ahead = $state(0);

  onBefore: ((events: GameEvent[]) => void) | null = null;
  onAfter: ((events: GameEvent[]) => void) | null = null;

  private line: TableLine;
  private version: number | null = null;
  /** The table as it came last, whole: differences are differences from this. */
  private latest: Update | null = null;
  private director = new Director({
    show: (step, animated) => this.play(step, animated),
    isOwn: ({ entries }) => entries.every(({ who }) => who === 'chance' || this.held.includes(who)),
    asks: ({ pending, last_call }) =>
      this.held.some((seat) => seat === pending?.seat || last_call?.seats.includes(seat)),
  });
  /** The options of this moment that were asked about. */
  private looked = new Set<number>();
  private closed = false;
  private latency: Record<string, number> = {};
  private waking = () => this.wake();

  constructor(id: string) {
    this.id = id;
    document.addEventListener('visibilitychange', this.waking);
    addEventListener('online', this.waking);
    this.line = new TableLine(id, {
      version: () => this.version,
      hear: (message) => this.hear(message),
      found: () => (this.link = 'open'),
      lost: () => this.lost(),
      gone: (why) => {
        this.link = 'gone';
        this.gone = why;
      },
      forgot: () => this.report('token', t('gone.token')),
    });
  }

  close(): void {
    this.closed = true;
    this.director.stop();
    document.removeEventListener('visibilitychange', this.waking);
    removeEventListener('online', this.waking);
    this.line.close();
  }

  // -- what is shown ------------------------------------------------------------------------------

  /** Steps not shown yet. */
  get behind(): number {
    return this.director.behind;
  }

  get waitsToBeSeen(): boolean {
    return this.director.held;
  }

  seen(): void {
    this.director.seen();
  }

  catchUp(): void {
    this.director.catchUp();
  }

  // -- sending ------------------------------------------------------------------------------------

  answer(seat: number, option: number, interrupt = false): void {
    this.busy = true;
    const command = newCommand();
    this.latency[command] = performance.now();
    this.send({ type: interrupt ? 'interrupt' : 'answer', command, version: this.known(), seat, option });
  }

  undo(seat: number): void {
    this.send({ type: 'undo', command: newCommand(), version: this.known(), seat });
  }

  askUndo(seat: number): void {
    this.send({ type: 'undo-ask', command: newCommand(), version: this.known(), seat });
  }

  vote(seat: number, agree: boolean): void {
    this.send({ type: 'undo-vote', version: this.known(), seat, agree });
  }

  giveToBot(seat: number): void {
    this.send({ type: 'give-to-bot', seat });
  }

  takeBack(seat: number): void {
    this.send({ type: 'take-back', seat });
  }

  passCall(seat: number): void {
    this.send({ type: 'pass-call', version: this.known(), seat });
  }

  /** At once, whatever is shown: the game is stopped as it stands now. */
  wait(seat: number): void {
    this.send({ type: 'wait', seat });
  }

  goOn(seat: number): void {
    this.send({ type: 'go-on', seat });
  }

  turnDone(seat: number): void {
    this.send({ type: 'turn-done', seat });
  }

  /** Whether one confirms one's turns; the server does not remember it for long, either. */
  confirmTurns(wanted: boolean): void {
    for (const seat of this.held) this.send({ type: 'confirm-turns', seat, wanted });
  }

  /** How often one wants to be asked; the server does not remember it for long. */
  wish(when: ChooseOpenings['when']): void {
    for (const seat of this.held) this.send({ type: 'openings', seat, when });
  }

  askHint(seat: number): void {
    // Behind the game, a hint would be for a moment that nobody sees yet.
    if (this.behind || !this.line.isOpen) return;
    this.advice = null;
    this.asking = newCommand();
    this.send({ type: 'hint', command: this.asking, version: this.known(), seat });
  }

  /** Also one that is still being thought out. */
  closeHint(): void {
    this.advice = null;
    this.asking = '';
  }

  /** Once for each option of a moment; behind the game nobody could compare. */
  askPreview(seat: number, options: number[]): void {
    const wanted = options.filter((option) => !this.looked.has(option)).slice(0, MOST_PREVIEWS);
    if (this.behind || this.busy || !this.line.isOpen || !wanted.length) return;
    for (const option of wanted) this.looked.add(option);
    const command = UNASKED + newCommand();
    this.send({ type: 'preview', command, version: this.known(), seat, options: wanted });
  }

  askOdds(seat: number): void {
    if (this.behind || !this.line.isOpen) return;
    this.send({ type: 'odds', command: UNASKED + newCommand(), version: this.known(), seat });
  }

  send(message: FromClient): void {
    if (!this.line.send(message)) this.busy = false;
  }

  /** The version that an answer is for: before anything has come there is nothing to answer. */
  private known(): number {
    return this.version ?? 0;
  }

  relearn(): void {
    this.line.hello();
  }

  // -- the line -----------------------------------------------------------------------------------

  private lost(): void {
    // An answer that is on its way is sent again; a hint is asked for again by who wants one.
    this.busy = this.line.waits;
    this.asking = '';
    this.link = 'lost';
  }

  private report(code: string, text: string): void {
    this.refusal = { code, text, at: Date.now() };
  }

  /** The seat of an invitation in the address, once the server has said that its token is good. */
  async invited(): Promise<void> {
    const what = await accept(this.id, location.hash, opens);
    if (what === 'none') return;
    // Nobody could be asked: the address stays as it is, and opening it again asks again.
    if (what === 'unknown') this.report('network', t('link.lost'));
    else history.replaceState(history.state, '', location.pathname);
    if (what === 'refused') this.report('token', t('gone.link'));
    if (what === 'kept') this.relearn();
  }

  /** A tab that slept may hold a dead socket: ask, and connect anew if nothing comes. */
  private wake(): void {
    if (this.closed) return;
    this.line.wake();
    if (!document.hidden) this.director.catchUp();
  }

  // -- hearing ------------------------------------------------------------------------------------

  private hear(message: FromServer): void {
    switch (message.type) {
      case 'welcome':
        this.link = 'open';
        this.held = message.seats;
        this.host = message.host;
        this.ahead = message.time - Date.now();
        break;
      case 'state':
        this.room = message.room;
        this.chat = message.chat;
        this.state(message);
        break;
      case 'difference':
        if (message.ack) this.acknowledged(message.ack);
        this.differs(message);
        break;
      case 'room':
        this.room = message.room;
        break;
      case 'chat':
        this.chat = [...this.chat, message].slice(-100);
        break;
      case 'ack':
        this.acknowledged(message);
        break;
      case 'entries':
        this.entries = withEarlier(this.entries, message.entries);
        break;
      case 'hint':
        if (message.command !== this.asking) break;
        this.asking = '';
        this.advice = message;
        break;
      case 'preview':
        if (message.version === this.version) this.previews = { ...this.previews, ...message.previews };
        break;
      case 'odds':
        if (message.version === this.version) this.odds = message;
        break;
      case 'refused':
        this.denied(message);
        break;
    }
  }

  /** How long an answer took, for tests and the curious. */
  private acknowledged({ command }: Acknowledged): void {
    const sent = this.latency[command];
    if (sent) document.documentElement.dataset['ack'] = String(Math.round(performance.now() - sent));
  }

  private denied({ command, code, text }: Denied): void {
    // Nobody asked aloud for a preview or odds: nobody needs to hear that there are none.
    if (command.startsWith(UNASKED) || this.line.sendsAgain(code)) return;
    if (this.asking && command === this.asking) this.asking = '';
    else this.busy = false;
    this.report(code, text);
  }

  private stop(update: Update): void {
    if (update.hold !== undefined) this.hold = update.hold;
    if (update.waits !== undefined) this.waits = update.waits;
    this.turnEnd = update.turn_end ?? null;
    this.times = heardTimes(update.clock);
  }

  private state(update: Update): void {
    this.stop(update);
    // What waited to be shown is part of the log: nobody sends it again.
    for (const step of this.director.clear()) this.take(step.entries);
    this.version = update.version;
    this.latest = update;
    this.busy = this.line.waits;
    if (this.entries.length === 0 && update.version > 0 && update.entries.length === 0) {
      this.send({ type: 'entries', from: Math.max(1, update.version - 199), to: update.version });
    }
    this.take(update.entries);
    this.show(update);
  }

  private differs(message: Changes): void {
    try {
      if (!this.latest) throw new CannotApply('nothing came before');
      this.latest = wholeOf(this.latest, message);
    } catch (error) {
      if (!(error instanceof CannotApply)) throw error;
      this.line.hello();
      return;
    }
    this.update(this.latest);
  }

  private update(update: Update): void {
    if (this.version !== null && update.since !== this.version && update.since !== update.version) {
      this.line.hello();
      return;
    }
    this.version = update.version;
    this.stop(update);
    const last = this.director.last ?? this.shown;
    const log = withEntries(this.entries, this.director.ahead).entries;
    const steps = takeApart(update, last?.seats ?? {}, { view: last?.view ?? null, log });
    const own = update.entries.every(({ who }) => who === 'chance' || this.held.includes(who));
    this.director.push(
      ...steps.map((step): Step => (!own && isArranging(step) ? { ...step, stands: 'short' } : step)),
    );
    this.director.drain(document.hidden);
  }

  private play(step: Step, animated: boolean): void {
    const events = this.take(step.entries);
    if (animated) this.onBefore?.(events);
    this.busy = false;
    this.show(step);
    if (animated) this.onAfter?.(events);
  }

  private show(update: Step): void {
    if (update.view) {
      this.shown = {
        view: update.view,
        pending: update.pending,
        seats: update.seats,
        over: update.over,
        result: update.result,
        last_call: update.last_call,
        vote: update.vote,
        opening: update.opening,
        scene: update.scene ?? null,
      };
    }
    const { dataset } = document.documentElement;
    if (dataset['version'] !== String(update.version)) {
      this.closeHint();
      this.previews = {};
      this.looked.clear();
    }
    dataset['version'] = String(update.version);
  }

  /** Adds what is new to the log, and returns its events. */
  private take(more: Entry[]): GameEvent[] {
    const { entries, events } = withEntries(this.entries, more);
    this.entries = entries;
    return events;
  }
}
