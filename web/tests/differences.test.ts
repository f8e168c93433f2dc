import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { applied, CannotApply, wholeOf, type Changes, type Update } from '../src/lib/differences';

interface Moment {
  heard: Record<string, unknown>[];
  whole: Record<string, unknown> | null;
}

// Recorded by tests/server/recording.py: whole games with interruptions, takings back, new names and lost connections.
const streams = JSON.parse(
  String(gunzipSync(readFileSync(new URL('streams.json.gz', import.meta.url)))),
) as Record<string, Moment[]>;

test.each(Object.entries(streams))('%s: at every moment what a newcomer is told whole', (_, moments) => {
  let table: Update | null = null;
  let differences = 0;
  let compared = 0;
  for (const { heard, whole } of moments) {
    for (const message of heard) {
      if (message['type'] === 'state') table = message as unknown as Update;
      else {
        expect(message['type']).toBe('difference');
        table = wholeOf(table!, message as unknown as Changes);
        differences += 1;
      }
    }
    if (whole) {
      expect(table).toMatchObject(whole);
      for (const part of ['view', 'pending', 'seats', 'last_call', 'vote', 'result', 'over'] as const)
        expect(table![part]).toEqual(whole[part]);
      compared += 1;
    }
  }
  expect(differences).toBeGreaterThan(50);
  expect(compared).toBeGreaterThan(10);
});

test('what has not changed is the same object, and the old table stays as it was', () => {
  const old = {
    view: { heroes: [{ gold: 1, cards: ['climb'] }, { gold: 2 }], market: ['a'] },
    seats: { '0': { options: [] } },
    vote: { by: 0 },
  };
  const kept = structuredClone(old);
  const now = applied(old, {
    set: { vote: null },
    drop: ['seats'],
    in: { view: { in: { heroes: { in: { '0': { set: { gold: 5 } } } } } } },
  });
  expect(now).toEqual({
    view: { heroes: [{ gold: 5, cards: ['climb'] }, { gold: 2 }], market: ['a'] },
    vote: null,
  });
  expect(old).toEqual(kept);
  expect(now.view.market).toBe(old.view.market);
  expect(now.view.heroes[1]).toBe(old.view.heroes[1]);
});

test('a difference to something else is noticed', () => {
  expect(() => applied({ view: null }, { in: { view: { set: { round: 3 } } } })).toThrow(CannotApply);
});
