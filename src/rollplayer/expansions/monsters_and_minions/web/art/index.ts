// The box's portraits, loaded when the first of them is looked at.
import type { FaceArt } from '$client/faces/art';
import { ATTIRES } from './attires';
import { darkElf, gnome } from './heads';
import { MINIONS } from './minions';
import { MORE_MINIONS } from './minions-more';
import { MONSTERS } from './monsters';
import { DUSK, SKINS } from './palettes';

const creatures = (section: string, layers: Record<string, FaceArt['creatures'][string]['layers']>) =>
  Object.entries(layers).map(
    ([id, drawn]) => [`${section}:${id}`, { tones: SKINS[id]!, tint: DUSK, layers: drawn }] as const,
  );

export default {
  heads: { 'dark-elf': darkElf, gnome },
  attires: ATTIRES,
  creatures: Object.fromEntries([
    ...creatures('monster', MONSTERS),
    ...creatures('minion', { ...MINIONS, ...MORE_MINIONS }),
  ]),
} satisfies FaceArt as FaceArt;
