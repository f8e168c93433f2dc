// The line to a table: one websocket after another, as if it were a single one that never breaks.
//
// A dead socket says nothing, and closing it politely would wait for an answer that never comes. So whoever hears nothing
// for too long calls again at once, beside the old line: whichever speaks first is the line from then on.
import type { FromClient, FromServer } from './types';
import type { Socket } from './wire';

/** After so long without a word the server is asked whether it is there, and so long it may take to answer. */
const PATIENCE = __OFFLINE__ ? 30 : 1; // within a page no line dies, but whoever thinks says nothing meanwhile
export const PING_AFTER = 1_500 * PATIENCE;
export const NO_ANSWER = 2_000 * PATIENCE;
/** How long a call may take, and how long to wait before the next one if it failed. */
export const NO_CONNECTION = 4_000 * PATIENCE;
const AT_ONCE = 250;
const RETRY = [500, 1_000, 2_000, 5_000, 10_000];
/** Sent again over a new line if it was not acknowledged: the server carries a command out once. */
const SURE = ['answer', 'interrupt', 'undo', 'chat'];
/** Refused, but only here: nothing has changed, and whoever calls again finds somebody who carries it out. */
const ELSEWHERE = ['moved', 'stopping'];
const TOO_LATE = 120_000;
const NOT_HERE = [4401, 4404];
const TOO_FAST = [4408, 4429];

export interface Ends {
  /** What is said first on every new line. */
  hello(): FromClient;
  hear(message: FromServer): void;
  /** Nothing is heard; the line calls again by itself. */
  lost(): void;
  /** The old line spoke again after all. */
  found(): void;
  /** The server does not want this caller: there is no such game, or a token opens nothing. */
  gone(code: number): void;
}

export class Line {
  /** The socket in use, and one that is being called. */
  private current: Socket | null = null;
  private next: Socket | null = null;
  private welcomed = false;
  private tries = 0;
  private ended = false;
  private suspected = false;
  private unsure = new Map<string, { message: FromClient; at: number }>();
  private pinger: ReturnType<typeof setTimeout> | undefined;
  private doubts: ReturnType<typeof setTimeout> | undefined;
  private patience: ReturnType<typeof setTimeout> | undefined;
  private redial: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private ends: Ends,
    private make: () => Socket,
  ) {
    this.call();
  }

  get isOpen(): boolean {
    return this.welcomed && !this.suspected;
  }

  /** Whether the server has still to say what became of an answer. */
  get waits(): boolean {
    return [...this.unsure.values()].some(
      ({ message }) => message.type === 'answer' || message.type === 'interrupt',
    );
  }

  /** Whether what was refused for this reason is sent again over the next line, so that nobody needs to hear of it. */
  sendsAgain(code: string): boolean {
    return ELSEWHERE.includes(code) && this.unsure.size > 0;
  }

  /** Whether it was sent, or will be as soon as there is a line. */
  send(message: FromClient): boolean {
    const sure = SURE.includes(message.type);
    if (sure && message.command) this.unsure.set(message.command, { message, at: performance.now() });
    if (!this.welcomed) return sure;
    this.current?.send(JSON.stringify(message));
    if (sure) this.doubt();
    return true;
  }

  /** Once more, also while the first one is still unanswered: it may have been said without a token that is known by now. */
  hello(): void {
    this.current?.send(JSON.stringify(this.ends.hello()));
  }

  /** A page that slept, or a net that is back: do not wait for the next look. */
  wake(): void {
    if (this.ended) return;
    if (this.welcomed) this.ping();
    else if (!this.next && !this.current) this.dial(0);
  }

  end(): void {
    this.ended = true;
    clearTimeout(this.redial);
    clearTimeout(this.patience);
    this.forget();
    this.drop(this.next);
    this.drop(this.current);
    this.next = this.current = null;
    this.welcomed = false;
  }

  // -- calling --------------------------------------------------------------------------------------

  private dial(after: number): void {
    clearTimeout(this.redial);
    this.redial = setTimeout(() => this.call(), after);
  }

  private call(): void {
    if (this.ended || this.next) return;
    const socket = (this.next = this.make());
    clearTimeout(this.patience);
    this.patience = setTimeout(() => this.failed(socket), NO_CONNECTION);
    socket.onopen = () => this.taken(socket);
    socket.onclose = (event) => this.failed(socket, event.code);
  }

  /** The call is answered: from here on this is the line, whatever becomes of the old one. */
  private taken(socket: Socket): void {
    clearTimeout(this.patience);
    this.drop(this.current);
    this.forget();
    this.next = null;
    this.current = socket;
    this.welcomed = this.suspected = false;
    socket.onmessage = (event) => this.listen(socket, JSON.parse(String(event.data)) as FromServer);
    socket.onclose = (event) => this.broken(event.code);
    socket.send(JSON.stringify(this.ends.hello()));
    this.doubt();
  }

  private failed(socket: Socket, code = 0): void {
    if (this.next !== socket) return;
    clearTimeout(this.patience);
    this.drop(socket);
    this.next = null;
    // Also whoever has never been answered is told; the line goes on calling.
    if (!this.current) this.ends.lost();
    this.again(code);
  }

  private broken(code: number): void {
    this.forget();
    this.current = null;
    this.welcomed = this.suspected = false;
    if (this.ended) return;
    if (NOT_HERE.includes(code)) {
      this.end();
      this.ends.gone(code);
      return;
    }
    this.ends.lost();
    if (!this.next) this.again(code);
  }

  /** At once the first time, then ever more seldom; never all at the same moment. */
  private again(code = 0): void {
    if (this.ended) return;
    if (TOO_FAST.includes(code)) this.tries = Math.max(this.tries, 3);
    const wait = this.tries
      ? RETRY[Math.min(this.tries, RETRY.length) - 1]! * (0.5 + Math.random())
      : AT_ONCE * Math.random();
    this.tries += 1;
    this.dial(wait);
  }

  /** Hang up without waiting for a goodbye. */
  private drop(socket: Socket | null): void {
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  /** Neither ask nor doubt any more. */
  private forget(): void {
    clearTimeout(this.pinger);
    clearTimeout(this.doubts);
    this.doubts = undefined;
  }

  // -- listening ------------------------------------------------------------------------------------

  private ping(): void {
    // A tab that nobody sees says so: its reader wants a notice.
    this.current?.send(JSON.stringify({ type: 'ping', hidden: globalThis.document?.hidden ?? false }));
    this.doubt();
  }

  /** Something must be heard from now on, else the line is taken for dead. */
  private doubt(): void {
    this.doubts ??= setTimeout(() => {
      if (this.suspected) return;
      this.suspected = true;
      this.ends.lost();
      if (!this.next) this.again();
    }, NO_ANSWER);
  }

  private listen(socket: Socket, message: FromServer): void {
    if (this.current !== socket) return;
    this.forget();
    this.pinger = setTimeout(() => this.ping(), PING_AFTER);
    if (this.suspected) {
      this.suspected = false;
      this.tries = 0;
      clearTimeout(this.redial);
      clearTimeout(this.patience);
      this.drop(this.next);
      this.next = null;
      if (this.welcomed) this.ends.found();
    }
    if (message.type === 'difference' && message.ack) this.unsure.delete(message.ack.command);
    if (message.type === 'ack' || (message.type === 'refused' && !ELSEWHERE.includes(message.code))) {
      // Without a command it was refused unread.
      if (message.command) this.unsure.delete(message.command);
      else this.unsure.clear();
    }
    const first = message.type === 'welcome' && !this.welcomed;
    if (first) {
      this.welcomed = true;
      this.tries = 0;
    }
    this.ends.hear(message);
    if (first) this.resend();
  }

  private resend(): void {
    for (const [command, { message, at }] of this.unsure) {
      if (performance.now() - at > TOO_LATE) this.unsure.delete(command);
      else this.current?.send(JSON.stringify(message));
    }
    if (this.unsure.size) this.doubt();
  }
}
