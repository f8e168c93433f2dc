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
let failed = $state(false);
const asked = new Set<Box | 'studio'>();
const addresses = new Map<string, string>();

const NOTHING: FaceArt = { heads: {}, attires: {}, creatures: {} };

function loadArt(box: Box, faces: () => Promise<FaceArt>): void {
  if (asked.has(box)) return;
  asked.add(box);
  const keep = (art: FaceArt) => (brought = new Map([...brought, [box, art]]));
  void faces().then(keep, (error: unknown) => {
    console.error(`The portraits of ${box.name} cannot be shown:`, error);
    keep(NOTHING);
  });
}

function loadStudio(): void {
  if (asked.has('studio')) return;
  asked.add('studio');
  void import('../faces').then(
    (loaded) => (studio = loaded),
    (error: unknown) => {
      console.error('Portraits cannot be shown:', error);
      failed = true;
    },
  );
}

/** The art of the base game and of the boxes on the table; null until all of it is here. */
function artNow(): { studio: Studio; art: FaceArt[] } | null {
  loadStudio();
  const bringing = boxes().flatMap(({ box }) => (box?.faces ? [{ box, faces: box.faces }] : []));
  for (const { box, faces } of bringing) loadArt(box, faces);
  if (!studio || bringing.some(({ box }) => !brought.has(box))) return null;
  return { studio, art: bringing.map(({ box }) => brought.get(box)!) };
}

const tintOf = (color: string | undefined): Tint | null => PALETTES[settings.palette][color as Color] ?? null;

function addressOf(key: string, art: string | undefined, studio: Studio): string | null {
  if (!art) return null;
  let address = addresses.get(key);
  if (!address) {
    address = URL.createObjectURL(new Blob([studio.asPicture(art)], { type: 'image/svg+xml' }));
    addresses.set(key, address);
  }
  return address;
}

const drawHero = (now: { studio: Studio; art: FaceArt[] }, hero: Sitter): string | undefined =>
  hero.race
    ? now.studio.heroArt(
        {
          race: hero.race,
          side: hero.side,
          class: hero.class,
          tint: hero.class ? tintOf(fact('class', hero.class)['color']) : null,
        },
        now.art,
      )
    : undefined;

/** The address of a hero's portrait; undefined while it is on its way, null if nobody has drawn it. */
export function heroFace(hero: Sitter): string | null | undefined {
  const now = artNow();
  if (!now) return failed ? null : undefined;
  const key = `${hero.race} ${hero.side} ${hero.class} ${settings.palette}`;
  return addresses.get(key) ?? addressOf(key, drawHero(now, hero), now.studio);
}

/** The same for something else of the content: `race:elf`. */
export function creatureFace(what: string): string | null | undefined {
  const now = artNow();
  if (!now) return failed ? null : undefined;
  const [section, id] = what.split(':');
  const tint = tintOf(fact(section!, id)['color']);
  return addressOf(`${what} ${settings.palette}`, now.studio.creatureArt(what, tint, now.art), now.studio);
}

async function allArt(): Promise<{ studio: Studio; art: FaceArt[] }> {
  studio ??= await import('../faces');
  return { studio, art: await Promise.all(boxes().flatMap(({ box }) => box?.faces?.() ?? [])) };
}

/** A hero's portrait as SVG on a square of 256, once it is here; empty if nobody has drawn it. */
export const heroArt = async (hero: Sitter): Promise<string> => drawHero(await allArt(), hero) ?? '';

/** The same for something else of the content: `race:elf`. */
export async function creatureArt(what: string): Promise<string> {
  const now = await allArt();
  return now.studio.creatureArt(what, null, now.art) ?? '';
}
