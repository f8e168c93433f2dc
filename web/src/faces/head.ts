// What a head consists of, from back to front. Hats and hoods come between or over it.
import type { Complexion } from './palettes';
import type { Layer } from './shapes';

export interface Head {
  tones: Complexion;
  /** Long hair behind neck and shoulders. */
  back?: Layer[];
  neck: Layer[];
  ears: Layer[];
  /** Ears and horns too long for any hood. */
  over?: Layer[];
  face: Layer[];
  /** Hair that a hat or hood covers. */
  crown: Layer[];
  /** Hair that stays in sight under one. */
  fringe?: Layer[];
  /** Beards and braids that hang over everything. */
  beard?: Layer[];
  /** How a hat fits: wider, and lower. */
  hat?: { wide?: number; down?: number };
}
