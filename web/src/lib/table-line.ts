// The line of a table: which tokens it speaks with, and what happens when one of them opens nothing.
import { opens } from './api';
import { MOST_TOKENS, openingTokens, spent } from './keys';
import { Line } from './line';
import { settings } from './settings.svelte';
import type { FromClient, FromServer } from './types';
import { wire } from './wire';

/** Nobody could say which token is at fault: so long until the next call. */
const ASK_AGAIN = 10_000;

/** What a table wants to know of its line. */
export interface TableListener {
  /** The version that is known; null before anything has come. */
  version(): number | null;
  hear(message: FromServer): void;
  found(): void;
  lost(): void;
  /** For good: the game is not there, or no token opens it. */
  gone(why: 'not-found' | 'token'): void;
  /** Some of this browser's tokens open nothing any more. */
  forgot(): void;
}

export class TableLine {
  private line: Line;
  private closed = false;
  /** Tokens of this browser that the server does not know any more. */
  private spent: string[] = [];

  constructor(
    private readonly game: string,
    private readonly listener: TableListener,
  ) {
    this.line = this.connect();
  }

  get isOpen(): boolean {
    return this.line.isOpen;
  }

  /** Whether the server has still to say what became of an answer. */
  get waits(): boolean {
    return this.line.waits;
  }

  sendsAgain(code: string): boolean {
    return this.line.sendsAgain(code);
  }

  send(message: FromClient): boolean {
    return this.line.send(message);
  }

  hello(): void {
    this.line.hello();
  }

  wake(): void {
    this.line.wake();
  }

  close(): void {
    this.closed = true;
    this.line.end();
  }

  private connect(): Line {
    return new Line(
      {
        hello: () => this.greeting(),
        hear: (message) => this.listener.hear(message),
        lost: () => this.listener.lost(),
        found: () => this.listener.found(),
        gone: (code) => this.refused(code),
      },
      () => wire.call(this.game),
    );
  }

  private greeting(): FromClient {
    return {
      type: 'hello',
      protocol: 1,
      tokens: this.tokens().slice(0, MOST_TOKENS),
      since: this.listener.version(),
      language: settings.language,
      differences: true,
    };
  }

  private tokens(): string[] {
    return openingTokens(this.game).filter((token) => !this.spent.includes(token));
  }

  private refused(code: number): void {
    if (code === 4401 && this.tokens().length) void this.sortOut();
    else this.listener.gone(code === 4404 ? 'not-found' : 'token');
  }

  /** One token that opens nothing must not cost the others: come back without it. */
  private async sortOut(): Promise<void> {
    this.listener.lost();
    const useless = await spent(this.game, this.tokens(), opens);
    if (this.closed) return;
    this.spent.push(...useless);
    if (useless.length) this.listener.forgot();
    setTimeout(() => this.closed || (this.line = this.connect()), useless.length ? 0 : ASK_AGAIN);
  }
}
