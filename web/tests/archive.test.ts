import { expect, test, vi } from 'vitest';

const { me } = vi.hoisted(() => ({ me: { ask: vi.fn(), archive: vi.fn(), isOut: () => false } }));
vi.mock('../src/lib/person.svelte', () => ({ me }));
const { mine } = await import('../src/lib/mine.svelte');
const { NOTHING } = await import('../src/lib/mine-search');

test('who looks into the archive while something is put there finds it', async () => {
  const told: string[] = [];
  let arrive: () => void = () => undefined;
  me.archive.mockImplementation(
    () => new Promise<void>((done) => (arrive = () => (told.push('archive'), done()))),
  );
  me.ask.mockImplementation(async () => (told.push('search'), { games: [], found: 0, next: null }));
  const put = mine.archive('game', true);
  const looked = mine.search('archived', NOTHING);
  await new Promise((passed) => setTimeout(passed, 20));
  expect(told).toEqual([]);
  arrive();
  await Promise.all([put, looked]);
  expect(told).toEqual(['archive', 'search']);
});

test('what could not be put away keeps nobody from looking', async () => {
  me.archive.mockRejectedValueOnce(new Error('no network'));
  me.ask.mockResolvedValue({ games: [], found: 3, next: null });
  const put = mine.archive('game', true);
  await mine.search('archived', NOTHING);
  await put;
  expect(mine.found).toBe(3);
});
