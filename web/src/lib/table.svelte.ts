// One table: the websocket half of docs/protocol.md, and what the page shows of it.
import { get, newCommand, opens } from './api';
import { CannotApply, wholeOf, type Told, type Update } from './differences';
import type { GameTable, Shown } from './game-table';
import { t } from './i18n.svelte';
import { accept, keysOf, MOST_TOKENS, spent, tokensOf } from './keys';
import { Line } from './line';
import { pace, settings } from './settings.svelte';
import { unveil, type Step } from './unveil';
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
  Room,
} from './types';

/** How much longer than other steps one stands whose dice and cards are looked at. */
const SLOWLY = 1.6;
/** Nobody could say which token is at fault: so long until the next call. */
const ASK_AGAIN = 10_000;

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
  readonly advises: boolean = true;
  readonly note: string = '';
  advice: Hints | null = $state.raw(null);
  asking = $state('');
  /** Steps not shown yet. */
  behind = $state(0);
  gone = $state('');
  /** Who has stopped the game, and which own seats could how often: as it is, also while steps are still being shown. */
  hold: Hold | null = $state.raw(null);
  waits: Record<string, number> = $state.raw({});
  ahead = $state(0);

  onBefore: ((events: GameEvent[]) => void) | null = null;
  onAfter: ((events: GameEvent[]) => void) | null = null;

  private line: Line;
  private version: number | null = null;
  /** The table as it was told last, whole: differences are differences from this. */
  private told: Update | null = null;
  private queue: Step[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private closed = false;
  private latency: Record<string, number> = {};
  /** Tokens of this browser that the server does not know any more. */
  private spent: string[] = [];
  private waking = () => this.wake();

  constructor(id: string) {
    this.id = id;
    document.addEventListener('visibilitychange', this.waking);
    addEventListener('online', this.waking);
    this.line = this.connect();
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    document.removeEventListener('visibilitychange', this.waking);
    removeEventListener('online', this.waking);
    this.line.end();
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

  send(message: FromClient): void {
    if (!this.line.send(message)) this.busy = false;
  }

  /** The version that an answer is for: before anything was told there is nothing to answer. */
  private known(): number {
    return this.version ?? 0;
  }

  relearn(): void {
    this.line.hello();
  }

  // -- the line -----------------------------------------------------------------------------------

  private connect(): Line {
    const address = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/v1/games/${this.id}/socket`;
    return new Line(
      {
        hello: () => this.hello(),
        hear: (message) => this.hear(message),
        lost: () => this.lost(),
        found: () => (this.link = 'open'),
        gone: (code) => this.refused(code),
      },
      () => new WebSocket(address),
    );
  }

  private hello(): FromClient {
    const tokens = this.tokens().slice(0, MOST_TOKENS);
    return {
      type: 'hello',
      protocol: 1,
      tokens,
      since: this.version,
      language: settings.language,
      differences: true,
    };
  }

  private refused(code: number): void {
    if (code === 4401 && this.tokens().length) {
      void this.sortOut();
      return;
    }
    this.link = 'gone';
    this.gone = code === 4404 ? 'not-found' : 'token';
  }

  private lost(): void {
    // An answer that is on its way is sent again; a hint is asked for again by who wants one.
    this.busy = this.line.waits;
    this.asking = '';
    this.link = 'lost';
  }

  private tokens(): string[] {
    return tokensOf(keysOf(this.id)).filter((token) => !this.spent.includes(token));
  }

  /** One token that opens nothing must not cost the others: come back without it. */
  private async sortOut(): Promise<void> {
    this.link = 'lost';
    const found = await spent(this.id, this.tokens(), opens);
    if (this.closed) return;
    this.spent.push(...found);
    if (found.length) this.tell('token', t('gone.token'));
    setTimeout(() => this.closed || (this.line = this.connect()), found.length ? 0 : ASK_AGAIN);
  }

  private tell(code: string, text: string): void {
    this.refusal = { code, text, at: Date.now() };
  }

  /** The seat of an invitation in the address, once the server has said that its token is good. */
  async invited(): Promise<void> {
    const what = await accept(this.id, location.hash, opens);
    if (what === 'none') return;
    // Nobody could be asked: the address stays as it is, and opening it again asks again.
    if (what === 'unknown') this.tell('network', t('link.lost'));
    else history.replaceState(history.state, '', location.pathname);
    if (what === 'refused') this.tell('token', t('gone.link'));
    if (what === 'kept') this.relearn();
  }

  /** A tab that slept may hold a dead socket: ask, and connect anew if nothing comes. */
  private wake(): void {
    if (document.hidden || this.closed) return;
    this.line.wake();
    this.drain(true);
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
        this.earlier(message.entries);
        break;
      case 'hint':
        if (message.command !== this.asking) break;
        this.asking = '';
        this.advice = message;
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
    if (this.asking && command === this.asking) this.asking = '';
    else this.busy = false;
    this.tell(code, text);
  }

  private stop(told: Update): void {
    if (told.hold !== undefined) this.hold = told.hold;
    if (told.waits !== undefined) this.waits = told.waits;
  }

  private state(told: Update): void {
    this.stop(told);
    // What waited to be shown is part of the log: nobody sends it again.
    for (const step of this.queue) this.take(step.entries);
    this.queue = [];
    clearTimeout(this.timer);
    this.timer = undefined;
    this.version = told.version;
    this.told = told;
    this.busy = this.line.waits;
    if (this.entries.length === 0 && told.version > 0 && told.entries.length === 0) {
      this.send({ type: 'entries', from: Math.max(1, told.version - 199), to: told.version });
    }
    this.take(told.entries);
    this.show(told);
  }

  private differs(message: Told): void {
    try {
      if (!this.told) throw new CannotApply('nothing was told before');
      this.told = wholeOf(this.told, message);
    } catch (error) {
      if (!(error instanceof CannotApply)) throw error;
      this.line.hello();
      return;
    }
    this.update(this.told);
  }

  private update(told: Update): void {
    if (this.version !== null && told.since !== this.version && told.since !== told.version) {
      this.line.hello();
      return;
    }
    this.version = told.version;
    this.stop(told);
    this.queue.push(...unveil(told, (this.queue.at(-1) ?? this.shown)?.seats ?? {}));
    this.behind = this.queue.length;
    this.drain(document.hidden);
  }

  /** Shows what has come, one step after the other, so that one can follow. */
  private drain(all = false): void {
    if (this.timer !== undefined && !all) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    while (this.queue.length) {
      const next = this.queue.shift()!;
      this.behind = this.queue.length;
      const skip = all || settings.speed === 'off' || this.queue.length > 24;
      const events = this.take(next.entries);
      if (!skip) this.onBefore?.(events);
      this.busy = false;
      this.show(next);
      if (!skip) {
        this.onAfter?.(events);
        const own = next.entries.every(
          (entry) => entry.who === 'chance' || this.held.includes(entry.who as number),
        );
        this.timer = setTimeout(
          () => {
            this.timer = undefined;
            this.drain();
          },
          next.rests ? pace().step * SLOWLY : next.entries.length ? (own ? pace().step / 3 : pace().step) : 0,
        );
        return;
      }
    }
  }

  private show(told: Step): void {
    if (told.view) {
      this.shown = {
        view: told.view,
        pending: told.pending,
        seats: told.seats,
        over: told.over,
        result: told.result,
        last_call: told.last_call,
        vote: told.vote,
        opening: told.opening,
      };
    }
    const { dataset } = document.documentElement;
    if (dataset['version'] !== String(told.version)) this.closeHint();
    dataset['version'] = String(told.version);
  }

  /** Adds what is new, and returns its events. The last entry may grow: it is told step by step. */
  private take(entries: Entry[]): GameEvent[] {
    const last = this.entries.at(-1);
    const fresh = entries.filter((entry) => entry.n > (last?.n ?? 0));
    const grown =
      last &&
      entries.find((entry) => entry.n === last.n && (entry.events?.length ?? 0) > (last.events?.length ?? 0));
    const more = [
      ...(grown?.events?.slice(last!.events?.length ?? 0) ?? []),
      ...fresh.flatMap((entry) => entry.events ?? []),
    ];
    if (fresh.length || grown)
      this.entries = [...(grown ? [...this.entries.slice(0, -1), grown] : this.entries), ...fresh].slice(
        -600,
      );
    return more;
  }

  private earlier(entries: Entry[]): void {
    const first = this.entries[0]?.n ?? Infinity;
    this.entries = [...entries.filter((entry) => entry.n < first), ...this.entries];
  }
}

export const fetchRoom = (id: string): Promise<Room> => get<Room>(`/games/${id}`);
