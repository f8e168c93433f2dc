import { expect, test } from 'vitest';
import type { Step } from '../src/lib/box';
import { Director } from '../src/lib/director.svelte';
import { pace, settings } from '../src/lib/settings.svelte';

const DRAWING = 150;
const step = (): Step => ({ entries: [{}] }) as unknown as Step;

/** Draws as slowly as a slow device, and as late: when whoever changed the table has returned. */
class SlowTable {
  begun: number[] = [];
  drawn: number[] = [];

  show(): void {
    this.begun.push(performance.now());
    queueMicrotask(() => {
      while (performance.now() < this.begun.at(-1)! + DRAWING);
      this.drawn.push(performance.now());
    });
  }
  isOwn = (): boolean => false;
  asks = (): boolean => false;
}

test('a step stands its time from when it has been drawn', async () => {
  settings.speed = 'fast';
  const table = new SlowTable();
  const director = new Director(table);
  director.push(step(), step());
  director.drain();
  await expect.poll(() => table.begun.length, { timeout: 5000 }).toBe(2);
  expect(table.begun[1]! - table.drawn[0]!).toBeGreaterThan(pace().step - 5);
});

test('a step that is being drawn can be caught up with', async () => {
  settings.speed = 'fast';
  const table = new SlowTable();
  const director = new Director(table);
  director.push(step(), step(), step());
  director.drain();
  director.catchUp();
  expect(table.begun.length).toBe(3);
  await new Promise((passed) => setTimeout(passed, pace().step + DRAWING));
  expect(table.begun.length).toBe(3);
});
