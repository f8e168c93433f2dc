// What a box may bring to the portraits (Box.faces).
import type { Tint } from '../lib/palettes';
import type { Attire } from './attire';
import type { Head } from './head';
import type { Complexion } from './palettes';
import type { Layer } from './shapes';

/** Something that has no class: a creature of a box. */
export interface Creature {
  tones: Complexion;
  /** The ground of what has no color. */
  tint: Tint;
  layers: Layer[];
}

export interface FaceArt {
  /** Heads by race and side. */
  heads: Record<string, Record<string, Head>>;
  /** Clothes by class. */
  attires: Record<string, Attire>;
  /** Others, by section and id: `section:id`. */
  creatures: Record<string, Creature>;
}
