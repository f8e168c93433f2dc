// Monsters & Minions in the browser: its part of the table, and what the client's own parts show of it.
import type { Box } from '$client/lib/box';
import { t } from '$client/lib/i18n.svelte';
import { svelteMount } from '$client/lib/svelte-mount.svelte';
import { combatSteps, courseOf } from './combat-steps';
import { foe } from './foe';
import { BOX, COMBAT_DIE, MINION, type MonsterEvent } from './game';
import { huntSteps } from './hunt-steps';
import MonsterScene from './MonsterScene.svelte';
import GalleryPart from './GalleryPart.svelte';
import MonsterTable from './MonsterTable.svelte';
import { dice } from './palettes';
import { told } from './told';
import { worded } from './worded';

export default {
  name: BOX,
  table: svelteMount(MonsterTable),
  asks: (question) => /^(hunt|monster|deal)-/.test(question),
  gallery: svelteMount(GalleryPart),
  purse: [
    { field: 'xp', term: 'xp', word: 'monsters.word.xp', always: true, rivals: true },
    { field: 'honor', term: 'honor', word: 'monsters.word.honor' },
    { field: 'injuries', term: 'injury', word: 'monsters.word.injury' },
    { field: 'trophies', term: 'trophy', word: 'monsters.word.trophy', rivals: true },
  ],
  hand: ['stored'],
  faces: async () => (await import('./art')).default,
  dice,
  // Combat Dice are told apart by their faces alone.
  places: (notation) =>
    notation === 'hunt'
      ? [MINION]
      : /^reroll \d$/.test(notation)
        ? [COMBAT_DIE + notation.slice(-1), `act:${notation}`]
        : undefined,
  worded,
  steps: (update, seats, before) => combatSteps(update, seats) ?? huntSteps(update, seats, before),
  scene: svelteMount(MonsterScene),
  told,
  heard: courseOf,
  animate(event, duration) {
    if (event.event !== 'adventure-turned-up') return;
    const card = (event as MonsterEvent).adventure;
    // In the scene, or on the table for whoever has put the scene aside.
    const turned =
      document.querySelector(`[data-scene] [data-turns="${card}"]`) ??
      document.querySelector(`.adventure [data-help="adventure:${card}"]`);
    turned?.animate(
      [
        { transform: 'perspective(600px) rotateY(180deg)', opacity: 0.2 },
        { transform: 'none', opacity: 1 },
      ],
      { duration: duration + 180, easing: 'ease-out', id: 'turn-up' },
    );
  },
  sounds: {
    'combat-die-rolled': 'roll',
    'combat-die-rerolled': 'roll',
    'minion-turned-up': 'card',
    'adventure-seen': 'page',
    'adventure-turned-up': 'card',
    'mercenary-hired': 'coin',
    'trophy-taken': 'coin',
    'xp-gained': 'token',
    'honor-gained': 'token',
    'injury-gained': 'hit',
    'hero-died': 'hit',
  },
  quiet: ['combat-die-rolled', 'minion-turned-up'],
  // Around one device the log must not say what only one has seen.
  logged: (event, { names, shared }) =>
    shared && event.event === 'adventure-seen'
      ? t('monsters.looked', { hero: names[event.seat ?? 0] ?? '' })
      : undefined,
  lost: { rank: 'dead', icon: 'injury', text: 'monsters.dead' },
  foe,
} satisfies Box as Box;
