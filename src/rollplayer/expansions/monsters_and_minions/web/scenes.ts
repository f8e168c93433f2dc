// What the scene over the table shows.
import type { Scene } from '$client/lib/game-table';
import { BOX } from './game';
import type { Hunt } from './hunts';
import type { HuntOdds } from './types';

export type About =
  | { kind: 'hunt'; hunt: Hunt; odds: HuntOdds | null }
  | { kind: 'fight'; /** Who rolls, or has just fought. */ seat: number | null };

export const sceneOf = (about: About): Scene => ({ box: BOX, about });
