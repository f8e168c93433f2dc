import { expect, test } from 'vitest';
import type { Update } from '$client/lib/differences';
import type { Entry } from '$client/lib/types';
import type { MonsterEvent } from '../../../src/rollplayer/expansions/monsters_and_minions/web/game';
import { huntSteps } from '../../../src/rollplayer/expansions/monsters_and_minions/web/hunt-steps';
import type { About } from '../../../src/rollplayer/expansions/monsters_and_minions/web/scenes';

const entry = (n: number, ...events: Partial<MonsterEvent>[]): Entry => ({
  n,
  at: 0,
  who: 1,
  text: '',
  events: events.map((each) => ({ text: '', event: '', ...each })) as Entry['events'],
});
const update = (question: string, entries: Entry[], seats: Record<string, unknown> = {}): Update =>
  ({
    since: 1,
    version: 2,
    over: false,
    pending: { seat: 1, question, text: '', explain: '' },
    seats,
    entries,
    view: { phase: 'market', heroes: [] },
  }) as unknown as Update;
const aboutOf = (told: Update, log: Entry[] = []): (About | undefined)[] =>
  (huntSteps(told, {}, { view: told.view, log }) ?? []).map((step) => step.scene?.about as About | undefined);

const BEGUN = entry(1, { event: 'hunt-begun', seat: 1, minion: 'goblin' });
const TAKEN = entry(2, { event: 'combat-dice-taken', seat: 1, dice: 3, weakness: 2 });

test('nobody is shown an empty arena while another still chooses the Minion', () => {
  expect(aboutOf(update('hunt-reveal', [BEGUN]))).toEqual([]);
  expect(aboutOf(update('hunt-hire', [TAKEN]), [BEGUN])).toMatchObject([{ hunt: { dice: 3 } }]);
});

test('the hunter knows the odds before the dice are counted', () => {
  const own = { '1': { forecast: { hunt: { dice: 2, weakness: 1, rows: [] } } } };
  expect(aboutOf(update('hunt-reveal', [BEGUN], own))).toMatchObject([{ odds: { dice: 2 } }]);
});

test('dice are seen before what they bring, and that before the next Minion', () => {
  const rolled = entry(
    3,
    { event: 'combat-die-rolled', seat: 1, face: 4 },
    { event: 'combat-die-rolled', seat: 1, face: 5 },
    { event: 'hunt-ended', seat: 1, minion: 'goblin', total: 9, row: 7 },
    { event: 'xp-gained', seat: 1, xp: 2 },
    { event: 'minion-turned-up', minion: 'ogre' },
  );
  const steps = aboutOf(update('market-turn', [rolled]), [BEGUN, TAKEN]);
  expect(steps).toMatchObject([
    { hunt: { minion: 'goblin', faces: [4, 5], total: null, gains: [] } },
    { hunt: { minion: 'goblin', faces: [4, 5], total: 9, gains: [{ event: 'xp-gained', xp: 2 }] } },
    undefined,
  ]);
});
