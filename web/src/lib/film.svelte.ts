// A replay as a film: its frames put together, and the one that is on the table.
import { ReplayTable } from './replay-table.svelte';
import type { Entry, Hero, Replay, View } from './types';

/** How much of the log is shown beside a frame. */
const LOG_LENGTH = 80;

export class Film extends ReplayTable {
  replay: Replay | null = $state.raw(null);
  at = $state(0);
  private views: View[] = [];

  frames = $derived.by(() => this.replay?.frames ?? []);
  frame = $derived.by(() => this.frames[this.at]);
  last = $derived.by(() => Math.max(0, this.frames.length - 1));
  /** Each round with the frame in which it begins. */
  rounds = $derived.by(() => {
    const starts: [number, number][] = [];
    this.frames.forEach((frame, n) => {
      if (frame.round && starts.at(-1)?.[0] !== frame.round) starts.push([frame.round, n]);
    });
    return starts;
  });

  /** Shows a replay from this frame on. */
  develop(replay: Replay, at: number): void {
    this.views = viewsOf(replay);
    this.replay = replay;
    this.at = this.within(at);
    this.draw(false);
  }

  to(n: number): void {
    if (!this.replay) return;
    const next = this.within(n);
    const moving = next === this.at + 1;
    this.at = next;
    this.draw(moving);
  }

  /** To the next frame in which somebody decides; chance is passed over. */
  toDecision(step: 1 | -1): void {
    let n = this.at + step;
    while (n > 0 && n < this.last && (this.frames[n]!.who === 'chance' || this.frames[n]!.auto)) n += step;
    this.to(n);
  }

  private within(n: number): number {
    return Math.min(Math.max(0, n), this.last);
  }

  private draw(moving: boolean): void {
    const frame = this.frame!;
    this.entries = this.frames.slice(Math.max(0, this.at - LOG_LENGTH), this.at + 1).map((each): Entry => ({
      n: each.n,
      at: 0,
      who: each.who ?? 'chance',
      text: each.text ?? '',
      events: each.events ?? [],
    }));
    this.show(
      {
        view: this.views[this.at]!,
        pending: frame.pending,
        seats: {},
        over: false,
        result: null,
        last_call: null,
        vote: null,
      },
      moving ? (frame.events ?? []) : [],
    );
  }
}

/** Frames hold what changed: put them together once. */
function viewsOf(replay: Replay): View[] {
  let now: Record<string, unknown> = {};
  return replay.frames.map((frame) => {
    const changes = { ...frame.changes };
    if (changes['heroes'] && !Array.isArray(changes['heroes'])) {
      const heroes = [...((now['heroes'] as Hero[] | undefined) ?? [])];
      for (const [seat, hero] of Object.entries(changes['heroes'] as Record<string, Hero>))
        heroes[Number(seat)] = { ...heroes[Number(seat)], ...hero };
      changes['heroes'] = heroes;
    }
    now = { ...now, ...changes };
    return now as unknown as View;
  });
}
