// Puts palette, theme and speed onto the page through CSSOM, which a strict style-src allows.
import felt from '../style/textures/felt.svg?url';
import grain from '../style/textures/grain.svg?url';
import { broughtBy } from './boxes.svelte';
import { PALETTES, tintOf, type Tint } from './palettes';
import { settings } from './settings.svelte';

/** How each kind of die looks now, those of the boxes among them. */
export function allTints(): Record<string, Tint> {
  const ofBoxes = broughtBy((box) => Object.entries(box.dice ?? {})).map(
    ([kind, tints]) => [kind, tintOf(tints, settings.palette)] as const,
  );
  return { ...PALETTES[settings.palette], ...Object.fromEntries(ofBoxes) };
}

export function paint(): void {
  const root = document.documentElement;
  for (const [color, tint] of Object.entries(allTints())) {
    for (const [part, value] of Object.entries({ edge: '', ...tint }))
      root.style.setProperty(`--${color}-${part}`, value);
  }
  const dark =
    settings.theme === 'dark' ||
    (settings.theme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.dataset['theme'] = dark ? 'dark' : 'light';
  root.dataset['speed'] = settings.speed;
  root.dataset['palette'] = settings.palette;
  root.dataset['letters'] = settings.letters || settings.palette === 'contrast' ? 'on' : 'off';
}

/** Draws each texture once into a bitmap: an SVG filter would be computed anew with every repaint. */
let drawn = false;
export async function texture(): Promise<void> {
  if (drawn) return;
  drawn = true;
  const { style } = document.documentElement;
  const bitmaps = await Promise.all(Object.entries({ grain, felt }).map(bitmapOf));
  // All at once: each makes the whole page be drawn anew.
  for (const [name, bitmap] of bitmaps) style.setProperty(`--${name}-drawn`, `url(${bitmap})`);
}

async function bitmapOf([name, address]: [string, string]): Promise<[string, string]> {
  const picture = new Image();
  picture.src = address;
  await picture.decode();
  const canvas = Object.assign(document.createElement('canvas'), {
    width: picture.naturalWidth,
    height: picture.naturalHeight,
  });
  canvas.getContext('2d')!.drawImage(picture, 0, 0);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done));
  return [name, blob ? URL.createObjectURL(blob) : address];
}
