import { expect, test } from 'vitest';
import { captionOf } from '../src/lib/caption';
import type { Replay } from '../src/lib/types';

type Frame = Replay['frames'][number];
const frame = (who: Frame['who'], ...events: string[]): Frame =>
  ({ n: 1, round: 3, who, events: events.map((event) => ({ event, text: `${event}.` })) }) as Frame;

test('a die is told of where nothing else happened, and left out where something did', () => {
  expect(captionOf(frame('chance', 'die-rolled'), [])).toBe('die-rolled.');
  expect(captionOf(frame('chance', 'die-rolled', 'class-chosen'), [])).toBe('class-chosen.');
});

test('what somebody did stands before what the round brings', () => {
  expect(captionOf(frame(0, 'phase-began', 'die-placed'), ['Ada'])).toBe('die-placed.');
});
