// The first game: the server has played a real match with fixed chance; here one gives its answers.
import { get } from './api';
import { name } from './content.svelte';
import { t } from './i18n.svelte';
import { Still } from './still.svelte';
import type { Entry, Option, Pending, View, WhyNot } from './types';

interface Step { caption: string; view: View; pending: Pending | null; options: Option[]; why_not: Record<string, WhyNot>; entries: Entry[] }

export class Lesson extends Still {
  at = $state(0);
  steps: Step[] = $state.raw([]);
  names: string[] = $state.raw([]);

  /** Fetches the lesson in the reader's language; a step that was reached stays reached. */
  async load(): Promise<void> {
    const told = await get<{ seats: string[]; steps: Step[] }>('/lesson');
    [this.names, this.steps] = [told.seats, told.steps];
    this.held = [0];
    this.draw(false);
  }

  override answer(_seat: number, _option: number): void {
    this.forward();
  }

  forward(): void {
    if (this.at === this.steps.length - 1) return;
    this.at += 1;
    this.draw(true);
  }

  step = $derived.by(() => this.steps[this.at]);
  last = $derived.by(() => this.at === this.steps.length - 1);
  /** Whether the reader only reads and goes on. */
  told = $derived.by(() => !this.step?.options.length);
  text = $derived.by(() => {
    const card = this.step?.options[0]?.notation.split(' ')[1];
    return this.step ? t(`learn.${this.step.caption}`, { card: name('card', card) }) : '';
  });

  private draw(moving: boolean): void {
    const { view, pending, options, why_not, entries } = this.steps[this.at]!;
    this.entries = this.steps.slice(0, this.at + 1).flatMap((step) => step.entries);
    this.show(
      { view, pending, seats: { 0: { options, interjections: [], undo: { can: false, reason: 'nothing', text: '' }, top_card: null, why_not } }, over: false, result: null, last_call: null, vote: null },
      moving ? entries.flatMap((entry) => entry.events ?? []) : [],
    );
  }
}
