// A finished hero as a picture to keep: plain SVG, drawn from the view, and PNG made of it.
import sprite from '../icons.svg?url';
import { fact, name, textOf } from './content.svelte';
import { drawingOf } from './drawings';
import { t } from './i18n.svelte';
import { PALETTES } from './palettes';
import { pips } from './pips';
import { settings } from './settings.svelte';
import { colorOf, faceOf } from './dice';
import { ROWS, type Hero } from './types';

const escape = (text: string) =>
  text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]!);

async function symbol(id: string): Promise<string> {
  const icons = new DOMParser().parseFromString(await (await fetch(sprite)).text(), 'image/svg+xml');
  return icons.getElementById(drawingOf(id))?.innerHTML ?? '';
}

const COLORS = {
  wood: '#331b0c',
  brass: '#d9a747',
  paper: ['#f8edd4', '#ead9b2', '#c3a568'],
  medal: ['#c2473d', '#38060a'],
  ink: '#2a1a0c',
  soft: '#5a4126',
  line: '#8a6a3f',
  good: '#1c6b2e',
  star: '#8a5a00',
  portrait: '#f8e3b4',
} as const;
const TITLE = 'font-family="Cinzel, serif" font-weight="700"';

const text = (x: number, y: number, size: number, words: string, more = ''): string =>
  `<text x="${x}" y="${y}" font-size="${size}" ${more}>${words}</text>`;

function dieSvg(die: string, x: number, y: number, size: number): string {
  const tint = PALETTES[settings.palette][colorOf(die)];
  const dots = pips(faceOf(die)).map(
    ([px, py]) => `<circle cx="${px}" cy="${py}" r="9.5" fill="${tint.pip}"/>`,
  );
  return [
    `<g transform="translate(${x} ${y}) scale(${size / 100})">`,
    `<rect x="1" y="5" width="98" height="98" rx="20" fill="${tint.dark}"/>`,
    `<rect width="100" height="98" rx="19" fill="${tint.base}"/>`,
    `<path d="M6 40V22Q6 6 22 6H78Q94 6 94 22V30Q50 22 6 40Z" fill="${tint.light}" opacity=".45"/>`,
    ...dots,
    '</g>',
  ].join('');
}

/** The six rows with their dice and goals. */
const rowsSvg = (hero: Hero): string =>
  ROWS.map((row, i) => {
    const y = 236 + i * 76;
    const goal = hero.standing.goals[row];
    const score = `${goal?.score ?? ''}${goal?.met ? ' ✓' : ''}`;
    return [
      text(60, y, 26, escape(name('row', row)), 'font-weight="700"'),
      ...hero.sheet[row].map((die, j) => dieSvg(die, 250 + j * 70, y - 42, 58)),
      text(500, y, 32, score, `font-weight="700" fill="${goal?.met ? COLORS.good : COLORS.ink}"`),
      text(600, y, 22, goal?.goal.replace('-', '–') ?? '', `fill="${COLORS.soft}"`),
    ].join('');
  }).join('');

/** The stars by line, and their sum. */
const starsSvg = (hero: Hero, rank: string): string => {
  const lines = Object.keys(hero.standing.lines).map((line, i) => {
    const y = 236 + i * 48;
    const stars = String(hero.standing.lines[line]);
    return (
      text(760, y, 24, escape(t(`line.${line}`))) +
      text(1130, y, 26, stars, 'font-weight="700" text-anchor="end"')
    );
  });
  return [
    ...lines,
    text(760, 620, 34, escape(t('line.total')), TITLE),
    text(1130, 624, 54, `★ ${hero.standing.total}`, `${TITLE} text-anchor="end" fill="${COLORS.star}"`),
    rank ? text(760, 668, 28, escape(rank), 'font-style="italic"') : '',
  ].join('');
};

/** Frame, paper and medal: what is the same for every hero. */
const groundSvg = (art: string): string => {
  const stops = (colors: readonly string[], at: number[]) =>
    colors.map((color, i) => `<stop offset="${at[i]}" stop-color="${color}"/>`).join('');
  return [
    `<defs><radialGradient id="p" cx=".35" cy=".1" r="1.1">${stops(COLORS.paper, [0, 0.55, 1])}</radialGradient>`,
    `<radialGradient id="m" cx=".35" cy=".25" r="1">${stops(COLORS.medal, [0, 1])}</radialGradient></defs>`,
    `<rect width="1200" height="800" fill="${COLORS.wood}"/>`,
    `<rect x="14" y="14" width="1172" height="772" rx="22" fill="none" stroke="${COLORS.brass}" stroke-width="4"/>`,
    '<rect x="26" y="26" width="1148" height="748" rx="16" fill="url(#p)"/>',
    `<circle cx="112" cy="114" r="66" fill="url(#m)" stroke="${COLORS.brass}" stroke-width="6"/>`,
    `<g transform="translate(64 66) scale(.1875)">${art}</g>`,
    `<path d="M60 184H1140" stroke="${COLORS.line}" stroke-width="2"/>`,
  ].join('');
};

export async function heroSvg(hero: Hero, who: string, rank: string): Promise<string> {
  const art = (await symbol(`race-${hero.race}`)).replaceAll('currentColor', COLORS.portrait);
  const own = String(fact('class', hero.class)['color'] ?? '');
  const kin = [
    name('race', hero.race),
    `${name('class', hero.class)} (${name('color', own)})`,
    name('backstory', hero.backstory),
    name('alignment_space', hero.token),
  ];
  const cards = hero.cards.map((card) => name('card', card)).join(' · ');
  const lines = (cards.match(/.{1,96}(?:$|(?= ·))/g) ?? []).map((line, i) =>
    text(60, 712 + i * 28, 21, escape(line.replace(/^ · /, '')), `font-style="italic" fill="${COLORS.soft}"`),
  );
  const size = 'viewBox="0 0 1200 800" width="1200" height="800"';
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="Alegreya, Georgia, serif" fill="${COLORS.ink}">`,
    groundSvg(art),
    text(206, 100, 46, escape(who), TITLE),
    text(206, 146, 30, kin.map(escape).join(' · ')),
    rowsSvg(hero),
    starsSvg(hero, rank),
    ...lines,
    `<title>${escape(`${who}: ${textOf('race', hero.race)}`)}</title></svg>`,
  ].join('');
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
