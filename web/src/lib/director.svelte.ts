// The director: steps that have come are shown one after the other, at the pace the reader has set,
// so that one sees what happened, in order. The newest step is always here: who does not want to
// wait catches up.
import { pace, settings } from './settings.svelte';
import type { Step } from './box';

/** How much longer than others a step stands whose dice and cards are looked at. */
const LONG = 1.6;
/** Many of these are one thing to look at, as starting dice are. */
const SHORT = 0.1;
/** What one has done oneself needs less time to be understood. */
const OWN = 1 / 3;
/** Who is further behind than this sees what was missed at once. */
const MOST_BEHIND = 24;

export interface Stage {
  /** Puts a step on the table. */
  show(step: Step, animated: boolean): void;
  /** Whether nobody but the reader acted in it. */
  isOwn(step: Step): boolean;
  /** Whether it asks the reader something. */
  asks(step: Step): boolean;
}

export class Director {
  /** Steps not shown yet. */
  behind = $state(0);
  /** Whether what is shown waits to be seen. */
  held = $state(false);
  private steps: Step[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly stage: Stage) {}

  /** The newest step that is not shown yet. */
  get last(): Step | undefined {
    return this.steps.at(-1);
  }

  /** What has come and is not in the log yet. */
  get ahead(): Step['entries'] {
    return this.steps.flatMap((step) => step.entries);
  }

  push(...steps: Step[]): void {
    this.steps.push(...steps);
    this.behind = this.steps.length;
  }

  /** Shows nothing more, and returns what was not shown yet. */
  clear(): Step[] {
    const left = this.steps;
    this.steps = [];
    this.behind = 0;
    this.stop();
    return left;
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.held = false;
  }

  /** Everything at once, as it is now. */
  catchUp(): void {
    this.drain(true);
  }

  /** What is shown has been seen: the next step comes. */
  seen(): void {
    if (!this.steps.length) return;
    this.stop();
    this.drain();
  }

  /** Shows what is due: the next step, and the rest at the reader's pace, or everything. */
  drain(all = false): void {
    if (this.timer !== undefined && !all) return;
    this.stop();
    while (this.steps.length) {
      const next = this.steps.shift()!;
      this.behind = this.steps.length;
      const skips = all || settings.speed === 'off' || this.steps.length > MOST_BEHIND;
      this.stage.show(next, !skips);
      if (skips) continue;
      this.held = next.stands === 'held' && this.steps.length > 0;
      this.goOnAfter(this.restAfter(next));
      return;
    }
  }

  /** Goes on some milliseconds after what is shown has been drawn, which takes a slow device long. */
  private goOnAfter(rest: number): void {
    const goOn = (): void => {
      this.timer = undefined;
      this.held = false;
      this.drain();
    };
    this.timer = setTimeout(() => (this.timer = setTimeout(goOn, rest)));
  }

  /**
   * A question of the reader's own does not wait for long, however much has happened before it; a scene
   * is looked at, and whoever has seen it goes on with a tap.
   */
  private restAfter(step: Step): number {
    const rest = this.wishes(step);
    if (step.scene || !this.last || !this.stage.asks(this.last)) return rest;
    const all = this.steps.slice(0, -1).reduce((sum, each) => sum + this.wishes(each), rest);
    return rest * Math.min(1, pace().patience / all);
  }

  private wishes(step: Step): number {
    const { step: usual, hold } = pace();
    if (step.stands === 'held') return hold;
    if (typeof step.stands === 'number') return usual * step.stands;
    if (step.stands) return usual * { long: LONG, short: SHORT, full: 1 }[step.stands];
    if (!step.entries.length) return 0;
    return this.stage.isOwn(step) ? usual * OWN : usual;
  }
}
