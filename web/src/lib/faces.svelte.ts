// The portraits of heroes and creatures, as addresses of pictures. Their art is loaded when the first
// of them is looked at; a box brings its own (Box.faces).
import type { FaceArt } from '../faces/art';
import type { Box } from './box';
import { boxes } from './boxes.svelte';
import { fact } from './content.svelte';
import { PALETTES, type Tint } from './palettes';
import { settings } from './settings.svelte';
import type { Color, Hero } from './types';

type Studio = typeof import('../faces');
export type Sitter = Pick<Hero, 'race' | 'side' | 'class'>;

let studio: Studio | null = $state.raw(null);
let brought: Map<Box, FaceArt> = $state.raw(new Map());
const asked = new Set<Box | 'studio'>();
const addresses = new Map<string, string>();

function load(key: Box | 'studio', loading: () => Promise<void>): void {
  if (asked.has(key)) return;
  asked.add(key);
  // Icons stand in for portraits that do not come.
  void loading().catch((error: unknown) => console.error('Portraits cannot be shown:', error));
}

/** The art of the base game and of the boxes on the table; null until it is here. */
function artNow(): { studio: Studio; art: FaceArt[] } | null {
  load('studio', async () => {
    studio = await import('../faces');
  });
  const bringing = boxes().flatMap(({ box }) => (box?.faces ? [{ box, faces: box.faces }] : []));
  for (const { box, faces } of bringing)
    load(box, async () => {
      const art = await faces();
      brought = new Map([...brought, [box, art]]);
    });
  return studio && { studio, art: bringing.flatMap(({ box }) => brought.get(box) ?? []) };
}

const tintOf = (color: string | undefined): Tint | null => PALETTES[settings.palette][color as Color] ?? null;

function addressOf(key: string, art: string | undefined, studio: Studio): string | undefined {
  if (!art) return undefined;
  let address = addresses.get(key);
  if (!address) {
    address = URL.createObjectURL(new Blob([studio.asPicture(art)], { type: 'image/svg+xml' }));
    addresses.set(key, address);
  }
  return address;
}

/** The portrait of a hero as SVG on a square of 256; undefined while it is not here. */
export function heroArt(hero: Sitter): string | undefined {
  const now = artNow();
  if (!now || !hero.race) return undefined;
  const tint = hero.class ? tintOf(fact('class', hero.class)['color']) : null;
  return now.studio.heroArt({ race: hero.race, side: hero.side, class: hero.class ?? null, tint }, now.art);
}

export const heroFace = (hero: Sitter): string | undefined =>
  addressOf(`${hero.race} ${hero.side} ${hero.class} ${settings.palette}`, heroArt(hero), studio!);

/** The portrait of something else of the content: `monster:dragon`. */
export function creatureFace(what: string): string | undefined {
  const now = artNow();
  if (!now) return undefined;
  const [section, id] = what.split(':');
  const tint = tintOf(fact(section!, id)['color']);
  return addressOf(`${what} ${settings.palette}`, now.studio.creatureArt(what, tint, now.art), now.studio);
}

/** Waits until everything that can be drawn is here: for pictures that are made at once. */
export async function facesReady(): Promise<void> {
  studio ??= await import('../faces');
  const art = await Promise.all(
    boxes().flatMap(({ box }) =>
      box?.faces && !brought.has(box) ? [box.faces().then((found) => [box, found] as const)] : [],
    ),
  );
  if (art.length) brought = new Map([...brought, ...art]);
}
