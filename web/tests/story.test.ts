import { describe, expect, test, vi } from 'vitest';
import { sinceLastAct, storiesOf } from '../src/lib/story';
import type { Entry, GameEvent } from '../src/lib/types';

// Texts of the locale are not loaded here: keys with their arguments stand for them.
vi.mock('../src/lib/i18n.svelte', () => ({
  t: (key: string, args: Record<string, unknown> = {}) =>
    key === 'story.line' ? `${args['hero']} ${args['what']}.` : [key, ...Object.values(args)].join(' '),
}));
vi.mock('../src/lib/content.svelte', () => ({
  name: (_: string, id: string) => id,
  textOf: (_: string, id: string) => id,
}));
vi.mock('../src/lib/boxes.svelte', () => ({
  askBoxes: <T>(ask: (box: unknown) => T): T | undefined =>
    ask({
      told: ({ event, text }: GameEvent) =>
        event === 'monster-fought'
          ? { text: 'fought the Monster', alone: true }
          : event === 'adventure-turned-up'
            ? { text, alone: true }
            : undefined,
    }),
}));

const NAMES = ['Ada', 'Bo'];
const entry = (n: number, who: number | 'chance', ...events: Partial<GameEvent>[]): Entry =>
  ({ n, at: 0, who, text: '', events: events.map((event) => ({ text: '', ...event })) }) as Entry;
const told = (...entries: Entry[]): string[] => storiesOf(entries, NAMES).map((story) => story.text);

test('each hero who fights has a line, however few answers it took', () => {
  const fights = [
    entry(1, 0, { event: 'skill-used', seat: 0, card: 'sling' as never }),
    entry(2, 'chance', { event: 'monster-fought', seat: 0 }),
    entry(3, 'chance', { event: 'monster-fought', seat: 1 }),
  ];
  expect(told(...fights)).toEqual([
    'Ada story.used sling.',
    'Ada fought the Monster.',
    'Bo fought the Monster.',
  ]);
});

test('what happens to others in a turn never has two names before it', () => {
  const event = { event: 'hexed', seat: 1, text: 'Bo was hexed.' } as Partial<GameEvent>;
  expect(told(entry(1, 0, event))).toEqual(['Bo was hexed.']);
  const acts = entry(1, 0, { event: 'gold-gained', seat: 0, gold: 2 } as Partial<GameEvent>, event);
  expect(told(acts)).toEqual(['Ada story.gold 2. Bo was hexed.']);
});

test('what comes before anybody acts is told, too', () => {
  const card = { event: 'adventure-turned-up', text: 'Turned up: Cave.' } as Partial<GameEvent>;
  const fight = { event: 'phase-began', phase: 'monster-combat' } as Partial<GameEvent>;
  expect(
    told(entry(1, 1, { event: 'gold-paid', seat: 1, gold: 3 } as Partial<GameEvent>, fight, card)),
  ).toEqual(['Bo story.paid 3.', 'Turned up: Cave.']);
});

test('a sentence without a hero stands after the turn, not within it', () => {
  const chose = { event: 'class-chosen', seat: 0, text: 'Ada chose the class Druid.' } as Partial<GameEvent>;
  const back = { event: 'dice-returned', text: 'The dice went back into the bag.' } as Partial<GameEvent>;
  expect(told(entry(1, 0, chose, back))).toEqual([
    'Ada chose the class Druid. The dice went back into the bag.',
  ]);
});

describe('who is asked again', () => {
  const gold = (n: number, who: number): Entry =>
    entry(n, who, { event: 'gold-gained', seat: who, gold: n } as Partial<GameEvent>);
  const began = { event: 'phase-began', phase: 'roll', round: 2 } as Partial<GameEvent>;
  const dice = { event: 'die-laid', die: 'red5' } as Partial<GameEvent>;
  const stories = (...entries: Entry[]) => storiesOf(entries, NAMES);

  test('sees what the others have done since, each in one piece and without what was before', () => {
    const { deeds, before } = sinceLastAct(
      stories(gold(1, 1), gold(2, 0), gold(3, 1), entry(4, 'chance', began, dice), gold(5, 1)),
      0,
    );
    expect(deeds).toEqual([{ seat: 1, text: 'Bo story.gold 3. Bo story.gold 5.' }]);
    expect(before.map(({ seat }) => seat)).toEqual([1, 0, null]);
  });

  test('sees nothing while nobody else has acted', () => {
    expect(sinceLastAct(stories(gold(1, 1), gold(2, 0)), 0).deeds).toEqual([]);
  });
});
