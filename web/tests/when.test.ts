import { expect, test, vi } from 'vitest';
import { ago, dayOf } from '../src/lib/when';

const reader = vi.hoisted(() => ({ language: 'en' }));
vi.mock('../src/lib/settings.svelte', () => ({ settings: reader }));

const NOW = Date.UTC(2026, 6, 20, 12);
const MINUTE = 60_000;

test('what is recent is told by how long ago it was, the rest by its day', () => {
  expect(ago(NOW - 10_000, NOW)).toBe('now');
  expect(ago(NOW + 10_000, NOW)).toBe('now');
  expect(ago(NOW - 5 * MINUTE, NOW)).toBe('5 minutes ago');
  expect(ago(NOW - 3 * 60 * MINUTE, NOW)).toBe('3 hours ago');
  expect(ago(NOW - 30 * 60 * MINUTE, NOW)).toBe('yesterday');
  expect(ago(NOW - 20 * 24 * 60 * MINUTE, NOW)).toBe(dayOf(NOW - 20 * 24 * 60 * MINUTE));
});

test('it is told in the language of the reader', () => {
  reader.language = 'de';
  expect(ago(NOW - 3 * 60 * MINUTE, NOW)).toBe('vor 3 Stunden');
});
