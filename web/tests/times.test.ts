import { expect, test, vi } from 'vitest';
import { countdown, duration } from '../src/lib/duration';
import { heardTimes, leftOf } from '../src/lib/times';

const reader = vi.hoisted(() => ({ language: 'en' }));
vi.mock('../src/lib/settings.svelte', () => ({ settings: reader }));

test('a length of time is said by its two largest units', () => {
  expect(duration(86_400)).toBe('1 day');
  expect(duration(5_400)).toBe('1 hour 30 minutes');
  expect(duration(45)).toBe('45 seconds');
  expect(duration(0)).toBe('0 seconds');
  reader.language = 'de';
  expect(duration(3 * 86_400)).toBe('3 Tage');
  reader.language = 'fr';
  expect(duration(120)).toBe('2 minutes');
  reader.language = 'en';
});

test('what runs down is short', () => {
  expect(countdown(119_001)).toBe('2:00');
  expect(countdown(59_000)).toBe('0:59');
  expect(countdown(0)).toBe('0:00');
  expect(countdown(90_000_000)).toBe('1d 1h');
});

test('the time of the turn runs first, then the bank, and only for whoever is waited for', () => {
  const left = [
    { turn: 5_000, bank: 9_000 },
    { turn: 4_000, bank: 8_000 },
  ];
  const clock = {
    seat: 0,
    since: 0,
    used: [0, 0],
    times: { running: 0, left, breaks: [], vote: null, overruns: [] },
  };
  const times = heardTimes(clock)!;
  expect(leftOf(times, 0, times.heard + 3_000)).toEqual({ turn: 2_000, bank: 9_000 });
  expect(leftOf(times, 0, times.heard + 6_000)).toEqual({ turn: 0, bank: 8_000 });
  expect(leftOf(times, 0, times.heard + 60_000)).toEqual({ turn: 0, bank: 0 });
  expect(leftOf(times, 1, times.heard + 60_000)).toEqual({ turn: 4_000, bank: 8_000 });
  expect(heardTimes({ seat: 0, since: 0, used: [] })).toBeNull();
  expect(heardTimes(null)).toBeNull();
});
