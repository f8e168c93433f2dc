// Steps that have come and are shown one after the other, so that one can follow.
import { pace, settings } from './settings.svelte';
import type { Step } from './box';

/** How much longer than other steps one stands whose dice and cards are looked at. */
const SLOWLY = 1.6;
/** Who is further behind than this sees what was missed at once. */
const MOST_BEHIND = 24;

export class StepQueue {
  private steps: Step[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** `show` is called for each step; `isOwn` says whether nobody but this reader acted in it. */
  constructor(
    private readonly show: (step: Step, animated: boolean) => void,
    private readonly isOwn: (step: Step) => boolean,
  ) {}

  get length(): number {
    return this.steps.length;
  }

  get last(): Step | undefined {
    return this.steps.at(-1);
  }

  push(...steps: Step[]): void {
    this.steps.push(...steps);
  }

  /** Shows nothing more, and returns what was not shown yet. */
  clear(): Step[] {
    const left = this.steps;
    this.steps = [];
    this.stop();
    return left;
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  /** Shows what is due: the next step, and the rest at the reader's pace, or everything. */
  drain(all = false): void {
    if (this.timer !== undefined && !all) return;
    this.stop();
    while (this.steps.length) {
      const next = this.steps.shift()!;
      const skips = all || settings.speed === 'off' || this.steps.length > MOST_BEHIND;
      this.show(next, !skips);
      if (skips) continue;
      this.timer = setTimeout(() => {
        this.timer = undefined;
        this.drain();
      }, this.restAfter(next));
      return;
    }
  }

  private restAfter(step: Step): number {
    if (step.rests) return pace().step * SLOWLY;
    if (!step.entries.length) return 0;
    return this.isOwn(step) ? pace().step / 3 : pace().step;
  }
}
