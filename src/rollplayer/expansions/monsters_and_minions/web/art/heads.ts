// The heads of Dark Elf and Gnome.
import { blush, brows, bulb, eyes, grin, neck, roundEar, skull } from '$client/faces/features';
import type { Head } from '$client/faces/head';
import { elf } from '$client/faces/heads';
import { disc, flat, pair, solid, stroke, whole } from '$client/faces/shapes';
import { SKINS } from './palettes';

export const darkElf: Record<string, Head> = {
  male: {
    ...elf['male']!,
    tones: SKINS['dark-elf-male']!,
    back: [
      solid(
        'M150 44C196 46 204 110 194 150C192 190 206 210 202 236C184 244 164 236 156 206L140 190Z',
        'hair',
      ),
      stroke('M188 130C188 170 196 200 192 228', 'hairShade', 4),
    ],
    face: [
      ...elf['male']!.face,
      pair(stroke('M90 138L100 150', 'iris', 3.5)),
      pair(stroke('M86 144L96 156', 'iris', 3.5)),
    ],
    crown: [
      solid(
        'M84 84C84 50 104 32 140 34C186 38 196 92 186 150C180 124 176 100 160 82C140 70 112 66 84 84Z',
        'hair',
      ),
      flat('M160 82C176 100 180 124 186 148C194 100 186 60 158 42C170 56 170 72 160 82Z', 'hairShade', 0.7),
      stroke('M98 64C110 50 126 44 142 46', 'hairLight', 5),
    ],
    fringe: [],
  },
  female: {
    ...elf['female']!,
    tones: SKINS['dark-elf-female']!,
    back: [
      solid(
        'M128 30C150 2 204 8 214 60C224 120 206 170 220 226C196 232 178 204 180 160C182 110 178 70 150 50Z',
        'hair',
      ),
      stroke('M196 50C206 90 196 150 204 206', 'hairShade', 4),
    ],
    face: [...elf['female']!.face, flat('M128 84L133 92L128 102L123 92Z', 'iris')],
    crown: [
      solid(whole('M128 78C116 66 96 80 88 112C84 120 82 128 81 134C68 92 82 40 128 38'), 'hair'),
      solid('M138 34L160 28L166 42L146 50Z', 'gold', 4),
      stroke('M90 86C98 64 112 52 126 50', 'hairLight', 5),
      stroke('M128 48L128 74', 'hairShade', 3),
      stroke('M140 54C156 62 164 78 168 96', 'hairShade', 3),
    ],
    fringe: [],
  },
};

const glasses = [
  flat(disc(103, 122, 19), 'glow', 0.28),
  flat(disc(153, 122, 19), 'glow', 0.28),
  pair(stroke(disc(103, 122, 19), 'ink', 8)),
  pair(stroke(disc(103, 122, 19), 'gold', 4.5)),
  stroke('M121 120Q128 115 135 120', 'gold', 4.5),
  stroke('M94 112L102 108', 'white', 4, 0.8),
  stroke('M144 112L152 108', 'white', 4, 0.8),
];

export const gnome: Record<string, Head> = {
  male: {
    tones: SKINS['gnome-male']!,
    neck: neck(22),
    ears: roundEar({ x: 68, y: 124, r: 21 }),
    face: [
      ...skull({ top: 62, temple: 52, jaw: 46, corner: 152, chin: 186, broad: 30 }),
      blush(90, 148, 12, 0.4),
      ...eyes({ y: 118, h: 8, w: 12, slant: 0 }),
    ],
    crown: [
      solid('M128 64C116 44 112 24 128 6C134 24 150 30 140 62Z', 'hair', 4),
      pair(solid('M84 104C66 108 52 92 46 68C64 72 84 72 96 84Z', 'hair')),
      pair(stroke('M58 78C66 90 76 94 86 94', 'hairShade', 3)),
      stroke('M126 22C124 40 126 50 130 58', 'hairShade', 3),
    ],
    beard: [
      solid(whole('M128 164C112 168 94 160 84 146C84 176 96 204 112 224C118 234 124 246 128 256'), 'hair'),
      flat(
        'M128 168C146 168 162 160 172 148C172 176 160 204 144 224C138 234 132 246 128 254C140 220 140 190 128 168Z',
        'hairShade',
        0.6,
      ),
      pair(solid('M128 160C114 152 92 158 80 180C100 186 120 180 128 168Z', 'hair', 4)),
      stroke('M118 174Q128 180 138 174', 'mouth', 4),
      ...bulb({ y: 144, r: 21, rosy: 0.5 }),
      ...brows({ x: 102, y: 100, w: 18, rise: 10, inner: 2, thick: 9, tone: 'hair' }),
    ],
    hat: { wide: 1.06, down: 4 },
  },
  female: {
    tones: SKINS['gnome-female']!,
    back: [
      pair(solid(disc(62, 70, 30), 'hair')),
      pair(stroke('M48 62C54 50 68 48 76 58C82 70 70 82 62 74', 'hairShade', 4)),
    ],
    neck: neck(19),
    ears: roundEar({ x: 70, y: 126, r: 18 }),
    face: [
      ...skull({ top: 64, temple: 51, jaw: 45, corner: 150, chin: 184, broad: 27 }),
      blush(93, 150, 12, 0.42),
      ...eyes({ y: 121, h: 10, w: 13, slant: 0, lashes: true }),
      ...bulb({ y: 145, r: 13, rosy: 0.45 }),
      ...grin({ y: 163, w: 16 }),
      ...brows({ x: 102, y: 97, w: 14, rise: 6, inner: 1, thick: 4.5 }),
      ...glasses,
    ],
    crown: [
      solid(
        'M74 112C66 70 90 46 128 46C166 46 190 70 182 112C176 94 164 84 148 88C140 80 134 84 128 90C122 84 114 80 106 88C92 84 80 94 74 112Z',
        'hair',
      ),
      stroke('M88 80C96 64 112 56 126 56', 'hairLight', 5),
      flat('M148 88C164 84 176 94 182 110C186 80 176 62 158 52C164 66 160 80 148 88Z', 'hairShade', 0.6),
    ],
    hat: { wide: 1.05, down: 5 },
  },
};
