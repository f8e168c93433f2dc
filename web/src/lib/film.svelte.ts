// A replay as a film: its frames put together, and the one that is on the table.
import type { Step } from './box';
import type { Update } from './differences';
import { Director } from './director.svelte';
import type { Scene, Shown } from './game-table';
import { captionOf } from './caption';
import { withEntries } from './log-entries';
import { ReplayTable } from './replay-table.svelte';
import { settings } from './settings.svelte';
import { shapeOf } from './shape';
import { takeApart } from './steps';
import type { Entry, Hero, Replay, View } from './types';

type Frame = Replay['frames'][number];

/** How much of the log is shown beside a frame. */
const LOG_LENGTH = 80;

export class Film extends ReplayTable {
  replay: Replay | null = $state.raw(null);
  at = $state(0);
  private views: View[] = [];

  frames = $derived.by(() => this.replay?.frames ?? []);
  frame = $derived.by(() => this.frames[this.at]);
  /** Who did what, and why it stood out if it did. */
  caption = $derived.by(() => {
    if (!this.frame) return '';
    const moments = this.moments.filter(({ n }) => n === this.at).map(({ text }) => text);
    const done = captionOf(this.frame, this.replay!.seats);
    return [done, ...moments.filter((text) => !done.includes(text))].join(' ');
  });
  last = $derived.by(() => Math.max(0, this.frames.length - 1));
  /** Each round with the frame in which it begins. */
  rounds = $derived.by(() => {
    const starts: [number, number][] = [];
    this.frames.forEach((frame, n) => {
      if (frame.round && starts.at(-1)?.[0] !== frame.round) starts.push([frame.round, n]);
    });
    return starts;
  });

  override readonly tells: boolean = true;
  private director = new Director({
    show: (step, animated) => this.play(step, animated),
    isOwn: () => false,
    asks: () => false,
  });

  override get behind(): number {
    return this.director.behind;
  }

  override get waitsToBeSeen(): boolean {
    return this.director.held;
  }

  override seen(): void {
    this.director.seen();
  }

  override catchUp(): void {
    this.director.catchUp();
  }
  /** What stood out, in order. */
  moments = $derived.by(() => this.replay?.story.moments ?? []);

  /** Shows a replay from this frame on. */
  develop(replay: Replay, at: number): void {
    this.views = viewsOf(replay);
    this.replay = replay;
    this.at = this.within(at);
    this.draw();
  }

  to(n: number): void {
    if (!this.replay) return;
    const next = this.within(n);
    if (next === this.at + 1) this.forward(next);
    else {
      this.at = next;
      this.draw();
    }
  }

  /** To the next frame in which somebody decides; what chance does in between is shown on the way. */
  toDecision(step: 1 | -1): void {
    let n = this.at + step;
    while (n > 0 && n < this.last && (this.frames[n]!.who === 'chance' || this.frames[n]!.auto)) n += step;
    if (step > 0 && n <= this.last) this.forward(n);
    else this.to(n);
  }

  /** Nothing more is shown. */
  close(): void {
    this.director.stop();
  }

  /** To the next moment, or the one before; stays where there is none. */
  toMoment(step: 1 | -1): void {
    const next =
      step > 0 ? this.moments.find(({ n }) => n > this.at) : this.moments.findLast(({ n }) => n < this.at);
    if (next) this.to(next.n);
  }

  private within(n: number): number {
    return Math.min(Math.max(0, n), this.last);
  }

  /** What happens up to this frame, step by step; where nothing moves, the frame as it is. */
  private forward(n: number): void {
    this.catchUp();
    const from = this.at;
    this.at = n;
    if (settings.speed === 'off') {
      this.draw();
      return;
    }
    const before = { view: this.shown?.view ?? null, log: this.entries };
    this.director.push(...takeApart(this.updateOf(from, n), {}, before));
    this.director.drain();
  }

  /** All frames after one, up to another, as the server would send them to a table. */
  private updateOf(from: number, to: number): Update {
    const told: Step = {
      ...this.momentOf(to),
      since: from,
      version: to,
      clock: null,
      entries_from: from + 1,
      entries: this.frames.slice(from + 1, to + 1).map(entryOf),
    };
    return told as Update;
  }

  /** What a box shows large of a frame: not at the end, nor on a phone on its side, where the controls take the room. */
  private sceneAt(n: number): Scene | null {
    if (!n || n === this.last || shapeOf(innerWidth, innerHeight) === 'flat') return null;
    const before = { view: this.views[n - 1]!, log: this.logAt(n - 1) };
    return takeApart(this.updateOf(n - 1, n), {}, before).findLast(({ scene }) => scene)?.scene ?? null;
  }

  private logAt(n: number): Entry[] {
    return this.frames.slice(Math.max(0, n - LOG_LENGTH), n + 1).map(entryOf);
  }

  private play(step: Step, animated: boolean): void {
    const { entries, events } = withEntries(this.entries, step.entries);
    this.entries = entries;
    this.show({ ...step, view: step.view! }, animated ? events : []);
  }

  private momentOf(n: number): Shown {
    return {
      view: this.views[n]!,
      pending: this.frames[n]!.pending,
      seats: {},
      over: false,
      result: null,
      last_call: null,
      vote: null,
    };
  }

  private draw(): void {
    this.director.clear();
    this.entries = this.logAt(this.at);
    this.show({ ...this.momentOf(this.at), scene: this.sceneAt(this.at) });
  }
}

const entryOf = (frame: Frame): Entry => ({
  n: frame.n,
  at: 0,
  who: frame.who ?? 'chance',
  text: frame.text ?? '',
  events: frame.events ?? [],
});

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
