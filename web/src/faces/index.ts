// Portraits as pictures: loaded when the first of them is looked at.
import type { Tint } from '../lib/palettes';
import type { FaceArt } from './art';
import { ATTIRES, TRAVELLER } from './attires';
import { drawn, GROUND, partsOf, type Part } from './face';
import { dwarf, elf, human } from './heads';
import { dragonkin, halfling, orc } from './heads-more';
import { PLAIN, tintedBy } from './palettes';
import { SIZE } from './shapes';

const BASE: FaceArt = {
  heads: { dragonkin, dwarf, elf, halfling, human, orc },
  attires: ATTIRES,
  creatures: {},
};

export interface Sitter {
  race: string;
  side: string;
  class: string | null;
  /** The color of the class. */
  tint: Tint | null;
}

const ask = <T>(art: FaceArt[], part: (each: FaceArt) => T | undefined): T | undefined => {
  for (const each of [...art, BASE]) {
    const answer = part(each);
    if (answer !== undefined) return answer;
  }
  return undefined;
};

const picture = (parts: Part[], tones: Record<string, string>): string =>
  `<g stroke-linejoin="round" stroke-linecap="round" fill-rule="evenodd">` +
  `${drawn([{ layers: GROUND }, ...parts], tones)}</g>`;

/** A hero on a square of 256; undefined for a race that nobody has drawn. Unknown classes dress plainly. */
export function heroArt({ race, side, class: role, tint }: Sitter, art: FaceArt[]): string | undefined {
  const sides = ask(art, (each) => each.heads[race]);
  const head = sides?.[side] ?? Object.values(sides ?? {})[0];
  if (!head) return undefined;
  const attire = (role && ask(art, (each) => each.attires[role])) || TRAVELLER;
  return picture(partsOf(head, attire), { ...head.tones, ...tintedBy(tint ?? PLAIN) });
}

/** A creature on a square of 256, by section and id. */
export function creatureArt(what: string, tint: Tint | null, art: FaceArt[]): string | undefined {
  const creature = ask(art, (each) => each.creatures[what]);
  if (!creature) return undefined;
  return picture([{ layers: creature.layers }], { ...creature.tones, ...tintedBy(tint ?? creature.tint) });
}

export const asPicture = (art: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE} ${SIZE}" width="${SIZE}" height="${SIZE}">${art}</svg>`;
