// What a reader has chosen for this browser; kept in localStorage.
import type { PaletteName } from './palettes';
import type { Hello } from './types';

export type Language = NonNullable<Hello['language']>;

export interface Settings {
  language: Language;
  theme: 'auto' | 'dark' | 'light';
  /** How fast what happens is shown; where nothing may move, it is still shown step by step. */
  speed: 'off' | 'fast' | 'normal' | 'slow';
  sounds: boolean;
  /** How loud sounds are, from 0 to 1. */
  volume: number;
  palette: PaletteName;
  letters: boolean;
  hints: boolean;
  /** Whether each row says how likely its goal is met. */
  odds: boolean;
  /** When to ask whether one does anything before the round, or a bot, goes on. */
  openings: 'new' | 'always' | 'never';
  /** Whether the game waits after one's turn until one has confirmed it. */
  confirm: boolean;
  name: string;
}

const KEY = 'rollplayer.settings';

function firstLanguage(): Language {
  for (const wish of globalThis.navigator?.languages ?? []) {
    const known = (['en', 'de', 'fr'] as const).find((language) => wish.startsWith(language));
    if (known) return known;
  }
  return 'en';
}

function stored(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Settings>;
  } catch {
    return {}; // storage is forbidden or holds nonsense: begin afresh
  }
}

export const settings: Settings = $state({
  language: firstLanguage(),
  theme: 'auto',
  speed: 'normal',
  sounds: false,
  volume: 0.6,
  palette: 'classic',
  letters: true,
  hints: true,
  odds: false,
  openings: 'new',
  confirm: false,
  name: '',
  ...stored(),
});

export function change<K extends keyof Settings>(key: K, value: Settings[K]): void {
  settings[key] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Private windows may refuse; the choice then holds until the page is closed.
  }
}

/**
 * Milliseconds: between two shown steps, for one movement, for a result that waits to be seen, and
 * the most that an own question waits for what has happened before it.
 */
export function pace(): { step: number; move: number; hold: number; patience: number } {
  return {
    off: { step: 0, move: 0, hold: 0, patience: 0 },
    fast: { step: 260, move: 220, hold: 3000, patience: 1200 },
    normal: { step: 620, move: 420, hold: 7000, patience: 2500 },
    slow: { step: 1300, move: 750, hold: 15000, patience: 6000 },
  }[settings.speed];
}

/** Whether anything may move: neither this reader nor their system has forbidden it. */
export const moves = (): boolean =>
  settings.speed !== 'off' && !globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches;
