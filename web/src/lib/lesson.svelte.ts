// A lesson: the server has played a real match with fixed chance; here one gives its answers.
import { NO_UNDO } from './game-table';
import { get } from './api';
import { useContent } from './content.svelte';
import { settings } from './settings.svelte';
import { ReplayTable } from './replay-table.svelte';
import type { Lesson as LessonBody, LessonInfo, LessonStep } from './types';

export class Lesson extends ReplayTable {
  at = $state(0);
  steps: LessonStep[] = $state.raw([]);
  names: string[] = $state.raw([]);
  title = $state('');
  /** The lesson that is best taken after this one. */
  next: LessonInfo | null = $state.raw(null);

  constructor(readonly lesson: string) {
    super();
  }

  /** Fetches the lesson in the reader's language; a step that was reached stays reached. */
  async load(): Promise<void> {
    const { language } = settings;
    const body = await get<LessonBody>(
      `/lesson${this.lesson ? `?lesson=${encodeURIComponent(this.lesson)}` : ''}`,
    );
    await useContent(language, 'second', body.expansions);
    if (language !== settings.language) return; // a later call brings the language that is wanted now
    [this.names, this.steps, this.title, this.next] = [body.seats, body.steps, body.title, body.next];
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
  reading = $derived.by(() => !this.step?.options.length);
  text = $derived.by(() => this.step?.text ?? '');

  private draw(moving: boolean): void {
    const { view, pending, options, prices, why_not, seen, forecast, entries } = this.steps[this.at]!;
    this.entries = this.steps
      .slice(0, this.at + 1)
      .flatMap((step) => step.entries)
      .map((entry) => ({ ...entry, at: 0 }));
    this.note = options.length ? '' : 'learn.read';
    // What cannot be answered yet is not asked.
    this.show(
      {
        view,
        pending: options.length ? pending : null,
        seats: {
          0: {
            options,
            interruptions: [],
            undo: NO_UNDO,
            top_card: null,
            prices,
            why_not,
            seen,
            forecast,
          },
        },
        over: !pending,
        result: null,
        last_call: null,
        vote: null,
      },
      moving ? entries.flatMap((entry) => entry.events) : [],
    );
  }
}
