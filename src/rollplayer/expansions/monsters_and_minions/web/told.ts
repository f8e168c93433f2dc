// What this box adds to the story of a turn, in a few words.
import type { Box } from '$client/lib/box';
import { name } from '$client/lib/content.svelte';
import { t } from '$client/lib/i18n.svelte';
import type { GameEvent } from '$client/lib/types';
import type { MonsterEvent } from './game';

/** The scene, or the table, shows these; and what only one has seen is not told. */
const UNTOLD = new Set([
  'combat-dice-taken',
  'combat-die-rolled',
  'minion-turned-up',
  'minion-to-bottom',
  'adventure-seen',
]);

export const told = (each: GameEvent | MonsterEvent): ReturnType<NonNullable<Box['told']>> => {
  const event = each as MonsterEvent;
  if (UNTOLD.has(event.event)) return null;
  switch (event.event) {
    case 'hunt-begun':
      return { text: t('monsters.told.hunts', { minion: name('minion', event.minion) }), act: true };
    case 'gold-paid':
      if (event.why !== 'reveal') return undefined;
      return { text: t('monsters.told.another', { n: event.gold ?? 0 }), act: true };
    case 'hunt-ended':
      return {
        text: t('monsters.told.rolls', { minion: name('minion', event.minion), n: event.total ?? 0 }),
        act: true,
      };
    case 'combat-die-rerolled':
      return { text: t('monsters.told.rerolled', { from: event.from ?? 0, to: Number(event['face']) }) };
    case 'xp-gained':
      return { text: t('monsters.told.xp', { n: event.xp ?? 0 }) };
    case 'xp-spent':
      return { text: t('monsters.told.xp-spent', { n: event.xp ?? 0 }) };
    case 'honor-gained':
      return { text: `+${event.honor} ${name('term', 'honor')}` };
    case 'injury-gained':
      return { text: `+${event.injuries} ${name('term', 'injury')}` };
    case 'trophy-taken':
      return { text: name('term', 'trophy') };
    case 'mercenary-hired':
      return { text: t('monsters.told.hired'), act: true };
    case 'monster-fought':
      return {
        text: t('monsters.told.fought', { n: event.total ?? 0, stars: event.stars ?? 0 }),
        alone: true,
      };
    case 'adventure-turned-up':
      return { text: event.text, alone: true };
  }
  return undefined;
};
