// The heads of the base game's other races: Halfling, Orc, Dragonkin.
import { blush, brows, eyes, freckles, grin, lips, neck, nose, pointedEar, skull } from './features';
import type { Head } from './head';
import { COMPLEXIONS } from './palettes';
import { disc, flat, pair, solid, stroke, whole, type Layer } from './shapes';

/** Curls as one cloud: outlined together, then filled. */
export const cloud = (curls: [number, number, number][], tone = 'hair'): Layer[] => [
  ...curls.map(([x, y, r]) => solid(disc(x, y, r), tone, 8)),
  ...curls.map(([x, y, r]) => flat(disc(x, y, r), tone)),
  ...curls.map(([x, y, r]) =>
    stroke(
      `M${x - r * 0.5} ${y + r * 0.2}Q${x - r * 0.4} ${y - r * 0.6} ${x + r * 0.3} ${y - r * 0.5}`,
      x > 140 ? 'hairShade' : 'hairLight',
      3.5,
    ),
  ),
];

export const halfling: Record<string, Head> = {
  male: {
    tones: COMPLEXIONS['halfling-male']!,
    neck: neck(23),
    ears: pointedEar({ x: 80, y: 122, reach: 24, rise: 16 }),
    face: [
      ...skull({ top: 62, temple: 52, jaw: 49, corner: 152, chin: 186, broad: 30 }),
      blush(95, 149, 12, 0.4),
      ...freckles(146),
      ...eyes({ h: 9, w: 13, slant: 0 }),
      ...brows({ thick: 5.5, rise: 8, y: 102, inner: 1 }),
      ...nose({ length: 147, width: 9, top: 126 }),
      ...grin({ y: 161, w: 19 }),
    ],
    crown: cloud([
      [82, 92, 15],
      [90, 72, 17],
      [108, 58, 18],
      [130, 54, 19],
      [152, 60, 18],
      [168, 74, 17],
      [175, 94, 14],
      [106, 78, 14],
      [128, 74, 15],
      [150, 80, 13],
    ]),
    fringe: [pair(flat(disc(78, 106, 8), 'hair'))],
    hat: { wide: 1.06, down: 5 },
  },
  female: {
    tones: COMPLEXIONS['halfling-female']!,
    back: cloud([
      [64, 112, 22],
      [58, 140, 21],
      [66, 166, 19],
      [192, 112, 22],
      [198, 140, 21],
      [190, 166, 19],
      [74, 84, 22],
      [182, 84, 22],
      [98, 60, 22],
      [128, 52, 24],
      [158, 60, 22],
    ]),
    neck: neck(20),
    ears: pointedEar({ x: 80, y: 126, reach: 20, rise: 14 }),
    face: [
      ...skull({ top: 64, temple: 50, jaw: 46, corner: 150, chin: 184, broad: 27 }),
      blush(96, 149, 12, 0.32),
      ...eyes({ h: 10, w: 14, slant: 0, lashes: true }),
      ...brows({ thick: 4, rise: 7, y: 102 }),
      ...nose({ length: 146, width: 8, top: 126 }),
      ...lips({ y: 164, w: 16, smile: 5, tone: 'lip' }),
    ],
    crown: [
      ...cloud([
        [84, 88, 15],
        [98, 74, 16],
        [118, 68, 15],
        [138, 68, 15],
        [158, 74, 16],
        [172, 88, 15],
      ]),
      ...[0, 72, 144, 216, 288].map((turn) =>
        solid(
          disc(
            78 + (9 * Math.round(Math.cos((turn * Math.PI) / 180) * 10)) / 10,
            72 + (9 * Math.round(Math.sin((turn * Math.PI) / 180) * 10)) / 10,
            8,
          ),
          'white',
          3,
        ),
      ),
      solid(disc(78, 72, 6), 'gold', 3),
    ],
    hat: { wide: 1.04, down: 5 },
  },
};

export const orc: Record<string, Head> = {
  male: {
    tones: COMPLEXIONS['orc-male']!,
    neck: neck(38),
    ears: [],
    over: [...pointedEar({ x: 82, y: 120, reach: 34, rise: 12 }), stroke(disc(58, 128, 7), 'gold', 4)],
    face: [
      ...skull({ top: 56, temple: 52, jaw: 56, corner: 160, chin: 198, broad: 40 }),
      ...eyes({ y: 121, h: 5.5, w: 12, slant: -2, lid: 2 }),
      flat(whole('M128 98C110 92 90 94 76 106C88 110 104 116 118 120L128 122'), 'skinShade'),
      ...brows({ y: 105, w: 18, rise: 0, inner: 9, thick: 8, tone: 'hair' }),
      flat('M118 122L138 122L146 146Q128 156 110 146Z', 'skin'),
      flat('M132 122L138 122L146 146Q140 150 132 151Z', 'skinShade', 0.8),
      pair(flat(disc(118, 147, 4, 3), 'ink')),
      stroke('M109 146Q128 156 147 146', 'skinShade', 3),
      stroke('M98 174Q128 164 158 174', 'mouth', 5),
      stroke('M112 188Q128 184 144 188', 'skinShade', 4),
      pair(solid('M99 176C92 164 93 152 99 142C108 152 113 162 113 173Z', 'bone', 4)),
      pair(flat('M103 172C98 164 97 156 99 150C104 158 107 164 108 170Z', 'white')),
      stroke('M152 92L160 140', 'skinLight', 4),
    ],
    crown: [
      solid('M128 30C116 8 86 8 76 26C92 24 104 32 112 46Z', 'hair'),
      solid(whole('M128 34C112 34 100 46 96 66C106 60 118 58 128 60'), 'hair'),
      solid('M113 38L143 38L141 50L115 50Z', 'gold', 4),
      stroke('M92 22C104 22 112 30 118 38', 'hairLight', 4),
    ],
    hat: { wide: 1.04, down: 2 },
  },
  female: {
    tones: COMPLEXIONS['orc-female']!,
    back: [
      solid('M128 40C92 36 72 64 72 100C60 140 56 180 44 226C60 238 84 232 94 210L110 190Z', 'hair'),
      stroke('M74 120C66 160 62 190 58 222', 'hairLight', 4),
    ],
    neck: neck(27),
    ears: [],
    over: [
      ...pointedEar({ x: 84, y: 120, reach: 32, rise: 16 }),
      stroke(disc(194, 130, 7), 'gold', 4),
      flat(disc(60, 124, 3.5), 'gold'),
    ],
    face: [
      ...skull({ top: 56, temple: 49, jaw: 46, corner: 156, chin: 192, broad: 27 }),
      flat('M140 86L176 100L174 112L140 96Z', 'blood', 0.85),
      flat('M140 146L168 138L166 148L142 154Z', 'blood', 0.85),
      ...eyes({ h: 7.5, slant: 2, lashes: true }),
      ...brows({ thick: 5.5, rise: 2, inner: 7, y: 101, tone: 'hair' }),
      ...nose({ length: 148, width: 10, top: 124 }),
      ...lips({ y: 170, w: 15, smile: 1 }),
      pair(solid('M111 170C108 163 109 156 112 151C117 157 119 163 119 169Z', 'bone', 3)),
    ],
    crown: [
      solid(
        'M146 42C100 22 68 58 70 118C74 130 74 140 72 150C60 110 60 42 116 28C136 24 150 30 156 42' +
          'C152 52 148 62 140 70C120 74 96 82 84 108C80 84 104 52 146 42Z',
        'hair',
      ),
      stroke('M78 84C88 60 108 44 134 42', 'hairLight', 5),
      ...[54, 66, 78].map((y) => stroke(`M152 ${y}Q164 ${y + 6} 172 ${y + 18}`, 'hairShade', 3.5, 0.8)),
    ],
    fringe: [
      solid('M74 118C66 142 70 164 62 190L76 192C82 166 78 144 84 122Z', 'hair', 4),
      solid('M61 180L77 182L76 190L60 188Z', 'bone', 3),
    ],
  },
};

const scales = (tone: string): Layer[] =>
  [
    [128, 76],
    [116, 86],
    [140, 86],
    [104, 80],
    [152, 80],
    [128, 94],
  ].map(([x, y]) => stroke(`M${x! - 6} ${y!}Q${x!} ${y! + 8} ${x! + 6} ${y!}`, tone, 3));

const snout = (width: number, tip: number): Layer[] => [
  flat(
    whole(
      `M128 118C118 122 ${128 - width + 4} 144 ${128 - width} 168C${128 - width + 2} ${tip - 6} 116 ${tip} 128 ${tip}`,
    ),
    'skinLight',
    0.9,
  ),
  flat(
    `M128 118C138 122 ${128 + width - 4} 144 ${128 + width} 168C${128 + width - 2} ${tip - 6} 140 ${tip} 128 ${tip}C140 ${tip - 30} 138 140 128 118Z`,
    'skinShade',
    0.45,
  ),
  pair(
    flat(
      `M${128 - width + 8} 164Q${128 - width + 14} 156 122 162Q${128 - width + 14} 168 ${128 - width + 8} 164Z`,
      'ink',
    ),
  ),
  stroke(
    `M${128 - width - 5} 172Q${128 - width + 6} 186 128 182Q${128 + width - 6} 186 ${128 + width + 5} 172`,
    'ink',
    4,
  ),
  pair(flat(`M${128 - width + 3} 180L${128 - width + 7} 192L${128 - width + 12} 183Z`, 'white')),
];

export const dragonkin: Record<string, Head> = {
  male: {
    tones: COMPLEXIONS['dragonkin-male']!,
    back: [pair(solid('M88 150L56 176L78 178L60 204L96 196Z', 'skinShade'))],
    neck: neck(34),
    ears: [pair(solid('M84 112L48 112L66 124L44 134L68 140L56 158L92 152Z', 'skinShade'))],
    over: [
      pair(solid('M112 62C84 62 56 48 50 8C70 26 94 30 116 48Z', 'hair')),
      pair(stroke('M66 32C74 42 88 48 104 54', 'hairShade', 4)),
      pair(stroke('M80 42L74 50', 'hairShade', 3)),
      pair(stroke('M92 48L88 57', 'hairShade', 3)),
    ],
    face: [
      solid(
        whole(
          'M128 54C100 52 74 70 76 104C78 128 94 140 96 156C92 172 98 188 106 194C114 200 122 200 128 200',
        ),
        'skin',
      ),
      flat(
        'M128 54C156 52 182 70 180 104C178 128 162 140 160 156C164 172 158 188 150 194C142 200 134 200 128 200C150 160 146 90 128 54Z',
        'skinShade',
        0.4,
      ),
      ...scales('skinShade'),
      ...snout(27, 196),
      ...eyes({ x: 101, y: 120, h: 6.5, w: 14, slant: 4, slit: true }),
      pair(solid('M80 108C90 98 108 102 120 116C106 110 92 110 80 108Z', 'skinShade', 3)),
    ],
    crown: [solid(whole('M128 22L120 44L112 40L108 62L128 70'), 'skinShade', 4)],
    hat: { wide: 1, down: 2 },
  },
  female: {
    tones: COMPLEXIONS['dragonkin-female']!,
    neck: neck(25),
    ears: [
      pair(solid('M86 104L36 80L48 108L30 122L50 130L42 156L90 146Z', 'skinLight')),
      pair(stroke('M84 112L46 92', 'skinShade', 3.5)),
      pair(stroke('M84 122L42 122', 'skinShade', 3.5)),
      pair(stroke('M86 134L52 148', 'skinShade', 3.5)),
    ],
    over: [
      pair(
        solid('M110 62C92 66 78 58 74 40C70 22 82 8 98 10C86 18 86 30 94 38C102 46 112 48 118 54Z', 'hair'),
      ),
      pair(stroke('M80 34C84 48 96 54 110 56', 'hairShade', 3.5)),
    ],
    face: [
      solid(
        whole(
          'M128 54C104 52 82 70 82 104C84 126 100 138 102 154C100 170 106 184 112 190C118 195 124 196 128 196',
        ),
        'skin',
      ),
      flat(
        'M128 54C152 52 174 70 174 104C172 126 156 138 154 154C156 170 150 184 144 190C138 195 132 196 128 196C146 160 144 90 128 54Z',
        'skinShade',
        0.4,
      ),
      ...scales('skinShade'),
      ...snout(21, 192),
      ...eyes({ x: 103, y: 118, h: 8, w: 14, slant: 5, slit: true, lashes: true }),
      pair(stroke('M84 102Q100 94 118 108', 'skinShade', 5)),
      pair(flat(disc(96, 142, 3), 'goldLight')),
      pair(flat(disc(104, 150, 2.4), 'goldLight')),
    ],
    crown: [],
    hat: { wide: 0.96, down: 2 },
  },
};
