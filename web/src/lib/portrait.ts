// A finished hero as a picture to share: plain SVG with its own fonts, drawn from the view, and PNG made of it.
import sprite from '../icons.svg?url';
import { askBoxes } from './boxes.svelte';
import { fact, name } from './content.svelte';
import { colorOf, faceOf } from './dice';
import { drawingOf } from './drawings';
import { creatureArt, heroArt } from './faces.svelte';
import { t } from './i18n.svelte';
import { allTints } from './paint';
import { pips } from './pips';
import { fontFaces } from './portrait-fonts';
import { ROWS, type Color, type Hero, type View } from './types';

const WIDTH = 1200;
const HEIGHT = 800;
/** How much larger the PNG is. */
const SHARP = 2;

const COLORS = {
  wood: ['#4a2a14', '#331b0c', '#1c0e06'],
  brass: '#d9a747',
  brassLight: '#ffe7a0',
  paper: ['#f8edd4', '#ead9b2', '#c9ae74'],
  ink: '#2a1a0c',
  soft: '#5a4126',
  line: '#8a6a3f',
  good: '#1c6b2e',
  star: '#8a5a00',
  onDark: '#fbe9c4',
  softOnDark: '#d9bd8c',
  art: '#fff3d6',
  slain: '#b3261e',
} as const;
const KINDS: Record<string, string> = {
  weapon: '#8d2323',
  armor: '#23578c',
  trait: '#5d2a86',
  skill: '#1f6b3f',
  scroll: '#8a5a14',
};
const TITLE = 'font-family="Cinzel, serif" font-weight="700"';
const PLUS = 'font-weight="700" text-anchor="middle"';
/** Where the game is played; the address of one's own machine tells nobody anything. */
const BY = /^(localhost|[\d.]+|\[.*\])(:\d+)?$/.test(location.host)
  ? 'Roll Player'
  : `Roll Player · ${location.host}`;
const STAR = 'm12 1.8 3.1 6.7 7.3.9-5.4 5 1.4 7.3L12 18.1l-6.4 3.6L7 14.4 1.6 9.4l7.3-.9z';

const escape = (text: string) =>
  text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]!);

const text = (x: number, y: number, size: number, words: string, more = ''): string =>
  `<text x="${x}" y="${y}" font-size="${size}" ${more}>${escape(words)}</text>`;

const star = (x: number, y: number, size: number, fill: string): string =>
  `<path transform="translate(${x} ${y}) scale(${size / 24})" fill="${fill}" d="${STAR}"/>`;

/** The largest size up to `most` at which words are no wider than `room`. */
function fitting(words: string, most: number, family: string, room: number): number {
  const pen = document.createElement('canvas').getContext('2d')!;
  pen.font = `700 100px ${family}`;
  return Math.min(most, Math.floor((room / pen.measureText(words).width) * 100));
}

const gradient = (id: string, colors: readonly string[], at: string): string =>
  `<radialGradient id="${id}" ${at}>` +
  colors.map((color, i) => `<stop offset="${i / (colors.length - 1)}" stop-color="${color}"/>`).join('') +
  '</radialGradient>';

function dieSvg(die: string, x: number, y: number, size: number): string {
  const tints = allTints();
  // A box may come without its drawings.
  const tint = tints[colorOf(die)] ?? tints['white']!;
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

/** The six rows with their dice, goals and the stars they earned. */
const rowsSvg = (hero: Hero): string =>
  ROWS.map((row, i) => {
    const y = 216 + i * 58;
    const goal = hero.standing.goals[row];
    const won = goal?.met ? goal.stars : 0;
    /** What race and cards add to the dice, so that the sum is right. */
    const added = (goal?.score ?? 0) - hero.sheet[row].reduce((sum, die) => sum + faceOf(die), 0);
    return [
      `<path d="M520 ${y + 21}H1130" stroke="${COLORS.line}" opacity=".35"/>`,
      text(520, y, fitting(name('row', row), 25, 'Alegreya', 164), name('row', row), 'font-weight="700"'),
      ...hero.sheet[row].map((die, j) => dieSvg(die, 694 + j * 56, y - 33, 47)),
      added
        ? text(878, y - 2, 19, `${added > 0 ? '+' : '−'}${Math.abs(added)}`, `${PLUS} fill="${COLORS.soft}"`)
        : '',
      text(
        938,
        y + 2,
        32,
        String(goal?.score ?? ''),
        `${TITLE} text-anchor="end" fill="${won ? COLORS.good : COLORS.ink}"`,
      ),
      text(950, y, 21, `/ ${goal?.goal.replace('-', '–') ?? ''}`, `fill="${COLORS.soft}"`),
      ...Array.from({ length: won }, (_, j) => star(1106 - j * 25, y - 21, 24, COLORS.star)),
    ].join('');
  }).join('');

/** The stars by line, in two columns. */
const linesSvg = (hero: Hero): string => {
  const lines = Object.entries(hero.standing.lines);
  const high = Math.ceil(lines.length / 2);
  return lines
    .map(([line, stars], i) => {
      const [x, y] = [i < high ? 520 : 844, 574 + (i % high) * 30];
      return (
        text(x, y, 21, t(`line.${line}`), `fill="${COLORS.soft}"`) +
        text(x + 286, y, 23, String(stars), 'font-weight="700" text-anchor="end"')
      );
    })
    .join('');
};

/** The cards as small tiles in the colors of their kinds. */
const cardsSvg = (hero: Hero, icons: Document): string => {
  const size = Math.min(54, Math.floor(610 / Math.max(1, hero.cards.length)) - 6);
  return hero.cards
    .map((card, i) => {
      const kind = String(fact('card', card)['kind']);
      const drawing = icons.getElementById(drawingOf(`card-${card}`, kind))?.innerHTML ?? '';
      return [
        `<g transform="translate(${520 + i * (size + 6)} 690)"><title>${escape(name('card', card))}</title>`,
        `<rect width="${size}" height="${size}" rx="9" fill="${KINDS[kind] ?? COLORS.soft}" stroke="${COLORS.brass}" stroke-width="2"/>`,
        `<g transform="translate(${size * 0.1} ${size * 0.1}) scale(${(size * 0.8) / 512})">`,
        drawing.replaceAll('currentColor', COLORS.art),
        '</g></g>',
      ].join('');
    })
    .join('');
};

/** Who was defeated at the end, in a corner of the portrait, struck through by three claws. */
const foeSvg = (face: string): string =>
  face &&
  [
    '<clipPath id="f"><circle cx="398" cy="426" r="66"/></clipPath>',
    `<g clip-path="url(#f)"><svg x="332" y="360" width="132" height="132" viewBox="0 0 256 256">${face}</svg>`,
    ...[-34, 0, 34].map(
      (aside) =>
        `<path d="M${428 + aside} 366Q${404 + aside} 420 ${362 + aside} 488" fill="none" stroke="${COLORS.slain}" stroke-width="9" stroke-linecap="round"/>`,
    ),
    `</g><circle cx="398" cy="426" r="66" fill="none" stroke="${COLORS.brass}" stroke-width="7"/>`,
  ].join('');

/** The left side: the portrait, the stars and how far they reach. */
const heroSide = (hero: Hero, rank: string, face: string, foe: string): string => {
  const total = String(hero.standing.total);
  const left = 250 - (total.length * 52 + 84) / 2;
  const below = (y: number, most: number, words: string, family: string, more: string): string =>
    text(250, y, fitting(words, most, family, 410), words, `text-anchor="middle" ${more}`);
  const told = `font-style="italic" fill="${COLORS.softOnDark}"`;
  return [
    '<clipPath id="c"><rect x="44" y="44" width="412" height="440" rx="30"/></clipPath>',
    `<g clip-path="url(#c)"><svg x="44" y="44" width="412" height="440" viewBox="0 0 256 256" preserveAspectRatio="xMidYMid slice">${face}</svg></g>`,
    `<rect x="44" y="44" width="412" height="440" rx="30" fill="none" stroke="${COLORS.brass}" stroke-width="8"/>`,
    `<rect x="51" y="51" width="398" height="426" rx="24" fill="none" stroke="${COLORS.wood[2]}" stroke-width="3"/>`,
    foeSvg(foe),
    star(left, 512, 76, COLORS.brass),
    text(left + 88, 580, 84, total, `${TITLE} fill="${COLORS.brassLight}"`),
    below(624, 30, rank, 'Cinzel', `${TITLE} fill="${COLORS.onDark}"`),
    below(664, 25, `${name('term', 'backstory')} · ${name('backstory', hero.backstory)}`, 'Alegreya', told),
    below(696, 25, `${t('table.alignment')} · ${name('alignment_space', hero.token)}`, 'Alegreya', told),
    below(744, 24, BY, 'Cinzel', `${TITLE} fill="${COLORS.brass}"`),
  ].join('');
};

/** Whose picture it is: the table at the end, a seat at it, and what is to be said of its hero. */
export interface Sitting {
  view: View;
  seat: number;
  who: string;
  /** A rank, or that the hero has won; may be empty. */
  praise: string;
}

export async function heroSvg({ view, seat, who, praise }: Sitting): Promise<string> {
  const hero = view.heroes[seat]!;
  const foe = askBoxes((box) => box.foe?.(view, hero));
  const [fonts, icons, face, defeated] = await Promise.all([
    fontFaces(),
    fetch(sprite).then(async (response) =>
      new DOMParser().parseFromString(await response.text(), 'image/svg+xml'),
    ),
    heroArt(hero),
    foe ? creatureArt(foe.creature) : '',
    document.fonts.load('700 40px Cinzel'),
    document.fonts.load('700 40px Alegreya'),
  ]);
  const color = String(fact('class', hero.class)['color'] ?? '') as Color;
  const tint = allTints()[color];
  const kin = `${name('race', hero.race)} · ${name('class', hero.class)} (${name('color', color)})`;
  const size = `viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="Alegreya, Georgia, serif" fill="${COLORS.ink}">`,
    `<title>${escape(`${who}: ${kin}`)}</title><style>${fonts}</style><defs>`,
    gradient('w', COLORS.wood, 'cx=".22" cy=".3" r=".95"'),
    gradient('p', COLORS.paper, 'cx=".35" cy=".1" r="1.1"'),
    '</defs>',
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#w)"/>`,
    `<rect x="14" y="14" width="1172" height="772" rx="22" fill="none" stroke="${COLORS.brass}" stroke-width="4"/>`,
    `<rect x="484" y="44" width="680" height="712" rx="20" fill="url(#p)" stroke="${COLORS.brass}" stroke-width="3"/>`,
    heroSide(hero, [praise, foe?.text].filter(Boolean).join(' · '), face, defeated),
    text(520, 112, fitting(who, 56, 'Cinzel', 610), who, TITLE),
    tint
      ? `<rect x="520" y="131" width="22" height="22" rx="5" fill="${tint.base}" stroke="${COLORS.ink}"/>`
      : '',
    text(552, 151, fitting(kin, 28, 'Alegreya', 578), kin, 'font-weight="700"'),
    rowsSvg(hero),
    linesSvg(hero),
    cardsSvg(hero, icons),
    '</svg>',
  ].join('');
}

const fileName = (who: string, kind: string): string => `${who.replace(/[^\p{L}\p{N}]+/gu, '-')}.${kind}`;

export function save(blob: Blob, file: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = file;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

const asBlob = (svg: string): Blob => new Blob([svg], { type: 'image/svg+xml' });

export async function keepSvg(sitting: Sitting): Promise<void> {
  save(asBlob(await heroSvg(sitting)), fileName(sitting.who, 'svg'));
}

/** The picture as a file: to keep, or to hand to the system's share sheet. */
export async function heroPng(sitting: Sitting): Promise<File> {
  const address = URL.createObjectURL(asBlob(await heroSvg(sitting)));
  try {
    const picture = new Image(WIDTH, HEIGHT);
    picture.src = address;
    await picture.decode();
    const canvas = document.createElement('canvas');
    canvas.width = WIDTH * SHARP;
    canvas.height = HEIGHT * SHARP;
    const pen = canvas.getContext('2d')!;
    // Some browsers read the fonts inside a picture only when it is drawn for the first time.
    pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
    await new Promise((done) => setTimeout(done, 60));
    pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
    if (!blob) throw new Error('this browser makes no PNG of a canvas');
    return new File([blob], fileName(sitting.who, 'png'), { type: 'image/png' });
  } finally {
    URL.revokeObjectURL(address);
  }
}

export async function keepPng(sitting: Sitting): Promise<void> {
  const file = await heroPng(sitting);
  save(file, file.name);
}
