// Which event is heard as what. Off unless a reader asks for them; the sounds themselves come with the first one.
import { broughtBy } from './boxes.svelte';
import { settings } from './settings.svelte';
import type { SoundName } from './synth';
import type { GameEvent } from './types';

const HEARD: Partial<Record<string, SoundName>> = {
  'die-rolled': 'roll',
  'die-rerolled': 'roll',
  'enemy-rolled': 'roll',
  'rolled-for-start': 'roll',
  'die-placed': 'place',
  'die-turned': 'place',
  'die-slid': 'place',
  'dice-swapped': 'place',
  'dice-exchanged': 'place',
  'gold-gained': 'coin',
  'gold-paid': 'coin',
  'card-bought': 'card',
  'card-discarded': 'card',
  'card-revealed': 'card',
  'initiative-taken': 'card',
  'skill-used': 'card',
  'skill-refreshed': 'card',
  'token-moved': 'token',
  'charisma-gained': 'token',
  'charisma-spent': 'token',
  'phase-began': 'page',
  'game-ended': 'end',
};

/** The same sound twice within so many seconds is heard as two. */
const APART = 0.09;
/** What happens at once is heard at once, but never as noise. */
const MOST = 6;

const soundOf = (event: string): SoundName | undefined =>
  HEARD[event] ?? broughtBy((box) => (box.sounds?.[event] ? [box.sounds[event]] : []))[0];

/** Plays what these events sound like, one shortly after the other. */
export function sound(events: GameEvent[]): void {
  if (!settings.sounds) return;
  const names = events.flatMap(({ event }) => soundOf(event) ?? []).slice(0, MOST);
  names.forEach((name, at) => void hear(name, at * APART));
}

/** One sound, `wait` seconds from now, as loud as the reader wants it. */
export async function hear(name: SoundName, wait = 0): Promise<void> {
  const { play } = await import('./synth');
  play(name, wait, settings.volume);
}
