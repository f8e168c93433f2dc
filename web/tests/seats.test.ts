import { beforeEach, expect, test } from 'vitest';
import { accept, invitation, keep, keysOf, ownGames, spent, tokensOf } from '../src/lib/keys';

const GOOD = 'g'.repeat(43);
const OTHER = 'o'.repeat(43);
const FORGED = 'A'.repeat(43);
const opens = (good: string[]) => async (_: string, token: string) => good.includes(token);
const nobody = async () => null;

beforeEach(() => {
  const kept = new Map<string, string>();
  Object.assign(globalThis, {
    localStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, text: string) => kept.set(key, text),
    },
  });
});

test('a forged link takes no seat away', async () => {
  keep('game', { host: 'host', seats: { '0': GOOD } });
  expect(await accept('game', `#seat=0.${FORGED}`, opens([GOOD]))).toBe('refused');
  expect(keysOf('game')).toEqual({ host: 'host', seats: { '0': GOOD } });
});

test('a link that nobody could check takes none away either', async () => {
  keep('game', { seats: { '0': GOOD } });
  expect(await accept('game', `#seat=0.${FORGED}`, nobody)).toBe('unknown');
  expect(tokensOf(keysOf('game'))).toEqual([GOOD]);
});

test('a good link adds its seat, whatever number it names', async () => {
  keep('game', { seats: { '0': GOOD } });
  expect(await accept('game', `#seat=0.${OTHER}`, opens([GOOD, OTHER]))).toBe('kept');
  expect(tokensOf(keysOf('game')).sort()).toEqual([GOOD, OTHER]);
  expect(keysOf('game').seats['0']).toBe(GOOD);
  expect(await accept('game', `#seat=0.${OTHER}`, nobody)).toBe('held');
});

test('a new token of a seat stands beside the old one', () => {
  keep('game', { host: 'host', seats: { '0': GOOD } });
  keep('game', { host: 'again', seats: { '0': OTHER } });
  expect(keysOf('game').seats['0']).toBe(OTHER);
  expect(new Set(tokensOf(keysOf('game')))).toEqual(new Set([OTHER, GOOD, 'host', 'again']));
});

test('only what the server refuses is set aside', async () => {
  expect(await spent('game', [GOOD, FORGED, OTHER], opens([GOOD, OTHER]))).toEqual([FORGED]);
  expect(await spent('game', [GOOD, FORGED], nobody)).toEqual([]);
});

test('the game played last is remembered longest', () => {
  for (let n = 0; n < 400; n += 1) keep(`game${n}`, { seats: { '0': GOOD } });
  keep('game0', { seats: { '1': OTHER } });
  expect(ownGames()[0]).toBe('game0');
  for (let n = 400; n < 600; n += 1) keep(`game${n}`, { seats: { '0': GOOD } });
  expect(tokensOf(keysOf('game0'))).toEqual([GOOD, OTHER]);
  expect(ownGames()).toHaveLength(500);
});

test('what is no invitation is none', () => {
  for (const hash of [
    '',
    '#seat=0',
    '#seat=0.short',
    `#seat=x.${GOOD}`,
    `#seat=0.${GOOD}.${GOOD}`,
    `#seat=0.${'A'.repeat(101)}`,
  ])
    expect(invitation(hash)).toBeNull();
});
