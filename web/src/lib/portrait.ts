// A finished hero as a picture to keep: plain SVG, drawn from the view, and PNG made of it.
import sprite from '../icons.svg?url';
import { fact, name, textOf } from './content.svelte';
import { drawingOf } from './drawings';
import { t } from './i18n.svelte';
import { PALETTES } from './palettes';
import { pips } from './pips';
import { settings } from './settings.svelte';
import { colorOf, faceOf } from './dice';
import { LINES, ROWS, type Hero } from './types';

const escape = (text: string) =>
  text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]!);

async function symbol(id: string): Promise<string> {
  const icons = new DOMParser().parseFromString(await (await fetch(sprite)).text(), 'image/svg+xml');
  return icons.getElementById(drawingOf(id))?.innerHTML ?? '';
}

function dieSvg(die: string, x: number, y: number, size: number): string {
  const tint = PALETTES[settings.palette][colorOf(die)];
  const dots = pips(faceOf(die))
    .map(([px, py]) => `<circle cx="${px}" cy="${py}" r="9.5" fill="${tint.pip}"/>`)
    .join('');
  return `<g transform="translate(${x} ${y}) scale(${size / 100})"><rect x="1" y="5" width="98" height="98" rx="20" fill="${tint.dark}"/><rect width="100" height="98" rx="19" fill="${tint.base}"/><path d="M6 40V22Q6 6 22 6H78Q94 6 94 22V30Q50 22 6 40Z" fill="${tint.light}" opacity=".45"/>${dots}</g>`;
}

export async function heroSvg(hero: Hero, who: string, rank: string): Promise<string> {
  const art = (await symbol(`race-${hero.race}`)).replaceAll('currentColor', '#f8e3b4');
  const rows = ROWS.map((row, i) => {
    const y = 236 + i * 76;
    const goal = hero.standing.goals[row];
    const dice = hero.sheet[row].map((die, j) => dieSvg(die, 250 + j * 70, y - 42, 58)).join('');
    return `<text x="60" y="${y}" font-size="26" font-weight="700">${escape(name('row', row))}</text>${dice}<text x="500" y="${y}" font-size="32" font-weight="700" fill="${goal?.met ? '#1c6b2e' : '#2a1a0c'}">${goal?.score ?? ''}${goal?.met ? ' ✓' : ''}</text><text x="600" y="${y}" font-size="22" fill="#5a4126">${goal?.goal.replace('-', '–') ?? ''}</text>`;
  }).join('');
  const lines = LINES.filter((line) => line in hero.standing.lines)
    .map(
      (line, i) =>
        `<text x="760" y="${236 + i * 48}" font-size="24">${escape(t(`line.${line}`))}</text><text x="1130" y="${236 + i * 48}" font-size="26" font-weight="700" text-anchor="end">${hero.standing.lines[line]}</text>`,
    )
    .join('');
  const own = fact('class', hero.class)['color'] ?? '';
  const cards = hero.cards.map((card) => name('card', card)).join(' · ');
  const words = cards.match(/.{1,96}(?:$|(?= ·))/g) ?? [];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 800" width="1200" height="800" font-family="Alegreya, Georgia, serif" fill="#2a1a0c"><defs><radialGradient id="p" cx=".35" cy=".1" r="1.1"><stop offset="0" stop-color="#f8edd4"/><stop offset=".55" stop-color="#ead9b2"/><stop offset="1" stop-color="#c3a568"/></radialGradient><radialGradient id="m" cx=".35" cy=".25" r="1"><stop offset="0" stop-color="#c2473d"/><stop offset="1" stop-color="#38060a"/></radialGradient></defs><rect width="1200" height="800" fill="#331b0c"/><rect x="14" y="14" width="1172" height="772" rx="22" fill="none" stroke="#d9a747" stroke-width="4"/><rect x="26" y="26" width="1148" height="748" rx="16" fill="url(#p)"/><circle cx="112" cy="114" r="66" fill="url(#m)" stroke="#d9a747" stroke-width="6"/><g transform="translate(64 66) scale(.1875)">${art}</g><text x="206" y="100" font-family="Cinzel, serif" font-size="46" font-weight="700">${escape(who)}</text><text x="206" y="146" font-size="30">${escape(name('race', hero.race))} · ${escape(name('class', hero.class))} (${escape(name('color', own))}) · ${escape(name('backstory', hero.backstory))} · ${escape(name('alignment_space', hero.token))}</text><path d="M60 184H1140" stroke="#8a6a3f" stroke-width="2"/>${rows}${lines}<text x="760" y="620" font-family="Cinzel, serif" font-size="34" font-weight="700">${escape(t('line.total'))}</text><text x="1130" y="624" font-family="Cinzel, serif" font-size="54" font-weight="700" text-anchor="end" fill="#8a5a00">★ ${hero.standing.total}</text>${rank ? `<text x="760" y="668" font-size="28" font-style="italic">${escape(rank)}</text>` : ''}${words.map((line, i) => `<text x="60" y="${712 + i * 28}" font-size="21" font-style="italic" fill="#5a4126">${escape(line.replace(/^ · /, ''))}</text>`).join('')}<title>${escape(`${who}: ${textOf('race', hero.race)}`)}</title></svg>`;
}

function save(blob: Blob, file: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = file;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export async function keepSvg(hero: Hero, who: string, rank: string): Promise<void> {
  save(
    new Blob([await heroSvg(hero, who, rank)], { type: 'image/svg+xml' }),
    `${who.replace(/[^\p{L}\p{N}]+/gu, '-')}.svg`,
  );
}

export async function keepPng(hero: Hero, who: string, rank: string): Promise<void> {
  const address = URL.createObjectURL(new Blob([await heroSvg(hero, who, rank)], { type: 'image/svg+xml' }));
  try {
    const picture = new Image(1200, 800);
    picture.src = address;
    await picture.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: 2400, height: 1600 });
    canvas.getContext('2d')!.drawImage(picture, 0, 0, 2400, 1600);
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
    if (blob) save(blob, `${who.replace(/[^\p{L}\p{N}]+/gu, '-')}.png`);
  } finally {
    URL.revokeObjectURL(address);
  }
}
