// The Minions, from the Cultist to the Wyrmling.
import { hood } from '$client/faces/attire';
import { blush, brows, bulb, eyes, lips, mouth, neck, nose, pointedEar, skull } from '$client/faces/features';
import { cloud } from '$client/faces/heads-more';
import { disc, farSide, flat, pair, solid, stroke, whole, type Layer } from '$client/faces/shapes';
import { fangs, glowing, shoulders, wings } from './creature';

const feathers = (tone: string, light: string): Layer[] =>
  [
    [30, 96, 40],
    [16, 130, 44],
    [14, 168, 42],
    [24, 204, 36],
  ].flatMap(([x, y, r]) => [
    pair(solid(`M96 214Q${x! + 20} ${y! - 10} ${x} ${y}Q${x! + 10} ${y! + r!} 96 226Z`, tone, 4)),
    pair(stroke(`M90 214Q${x! + 36} ${y! + 12} ${x! + 10} ${y! + 10}`, light, 3.5)),
  ]);

export const MORE_MINIONS: Record<string, Layer[]> = {
  cultist: [
    stroke(disc(128, 112, 104), 'skinLight', 4, 0.7),
    ...[0, 1, 2, 3, 4].map((i) => {
      const at = (k: number) =>
        `${Math.round(128 + 104 * Math.sin((k * 4 * Math.PI) / 5))} ${Math.round(112 - 104 * Math.cos((k * 4 * Math.PI) / 5))}`;
      return stroke(`M${at(i)}L${at(i + 1)}`, 'skinLight', 3, 0.6);
    }),
    ...shoulders('skin', 'skinShade'),
    ...hood('skin', 'hairShade').hood!,
    flat(whole('M128 60C98 62 80 88 80 122C80 160 92 190 104 204L128 212'), 'hairShade'),
    flat(whole('M128 150C112 152 98 162 94 176C100 196 112 206 128 210'), 'hairLight', 0.8),
    stroke('M112 184Q128 180 144 184', 'ink', 4),
    ...glowing(105, 124, 13, 6, 3),
    ...hood('skin', 'hairShade').hat!,
    solid('M128 222L142 236L128 258L114 236Z', 'gold', 4),
    flat(disc(128, 238, 4.5), 'blood'),
  ],
  satyr: [
    ...shoulders(),
    ...neck(28),
    pair(solid('M84 114C62 104 44 108 28 120C38 140 62 148 86 140Z', 'skin')),
    pair(flat('M78 120C62 114 52 116 42 122C50 132 64 136 80 134Z', 'skinShade')),
    ...skull({ top: 58, temple: 49, jaw: 41, corner: 152, chin: 190, broad: 18 }),
    ...cloud([
      [86, 92, 14],
      [98, 72, 16],
      [118, 62, 16],
      [140, 62, 16],
      [158, 72, 16],
      [170, 92, 14],
    ]),
    pair(
      solid(
        'M108 62C84 34 42 38 32 72C26 98 44 118 64 110C74 104 72 90 62 90C66 100 48 100 50 82C52 62 78 62 96 84Z',
        'bone',
      ),
    ),
    pair(stroke('M48 54L54 66M70 46L70 58M88 54L84 64M36 84L48 84', 'boneShade', 3.5)),
    ...eyes({ h: 7.5, slant: 3, slit: false }),
    ...brows({ y: 102, rise: 7, inner: 5, thick: 6, tone: 'hair' }),
    ...nose({ length: 150, width: 9 }),
    ...mouth({ y: 168, w: 17, smile: 6 }),
    solid(whole('M128 182C114 178 108 186 106 190C112 206 122 220 128 236'), 'hair', 4),
    stroke('M128 190L128 224', 'hairLight', 4),
  ],
  bugbear: [
    ...shoulders('hair', 'hairShade'),
    pair(solid('M84 88C56 84 34 62 30 36C56 32 86 44 102 68Z', 'hair')),
    pair(flat('M80 80C60 74 48 60 44 46C62 46 80 56 90 70Z', 'skin')),
    solid(
      whole('M128 40C90 36 64 66 66 106L54 122L66 134L56 156L74 166L72 190L94 198L104 216L128 222'),
      'hair',
    ),
    flat(
      'M128 40C166 36 192 66 190 106L202 122L190 134L200 156L182 166L184 190L162 198L152 216L128 222C166 170 160 90 128 40Z',
      'hairShade',
      0.5,
    ),
    stroke('M82 74C92 58 106 52 120 52', 'hairLight', 5),
    solid(whole('M128 98C112 88 88 94 84 116C84 136 94 146 96 164C100 188 114 198 128 198'), 'skin', 4),
    flat(
      farSide('M128 98C112 88 88 94 84 116C84 136 94 146 96 164C100 188 114 198 128 198', 18),
      'skinShade',
      0.5,
    ),
    ...glowing(106, 120, 13, 7, 3),
    pair(stroke('M84 104L120 112', 'hairShade', 9)),
    ...bulb({ y: 148, r: 18, rosy: 0.2 }),
    flat('M112 142Q128 132 144 142Q140 156 128 158Q116 156 112 142Z', 'ink'),
    flat(disc(121, 143, 4, 2.5), 'white', 0.5),
    solid('M100 170Q128 178 156 170Q150 194 128 194Q106 194 100 170Z', 'mouth', 4),
    fangs(110, 174, 14, 8),
    pair(flat('M116 192L124 193L120 182Z', 'white')),
  ],
  zombie: [
    solid(
      'M10 264C16 226 56 212 96 204L112 222L124 210L136 226L160 204C200 212 240 226 246 264Z',
      'furShade',
    ),
    ...neck(22),
    pair(solid(disc(78, 126, 10, 13), 'skin', 4.5)),
    ...skull({ top: 54, temple: 49, jaw: 42, corner: 154, chin: 194, broad: 24 }),
    solid(
      'M80 104C74 70 90 42 124 42C146 40 164 50 172 70L158 76L162 88L146 76L140 92L128 74L116 94L108 76L94 96L92 82Z',
      'hair',
    ),
    solid('M154 62C170 58 180 74 176 88C170 96 158 94 152 84C148 76 148 66 154 62Z', 'blush', 4),
    stroke('M156 70Q164 66 168 74M158 82Q166 78 170 84', 'mouth', 3),
    pair(flat(disc(104, 122, 19, 14), 'skinShade', 0.85)),
    flat(disc(104, 121, 10), 'iris'),
    flat(disc(104, 121, 3), 'ink'),
    flat(disc(154, 124, 13, 12), 'iris'),
    flat(disc(158, 128, 3.5), 'ink'),
    stroke('M88 110Q104 104 118 114', 'ink', 4.5),
    stroke('M138 108Q154 104 168 114', 'ink', 4.5),
    flat('M122 138L128 130L134 138L136 150L128 146L120 150Z', 'ink', 0.75),
    solid('M100 164Q128 158 156 168Q152 188 128 186Q104 186 100 164Z', 'mouth', 4),
    ...[108, 122, 142].map((x) => flat(`M${x - 5} 165L${x + 4} 165L${x + 3} 175L${x - 4} 175Z`, 'bone')),
    stroke('M84 148L104 158M88 158L94 148M96 162L102 151', 'ink', 3),
  ],
  gargoyle: [
    ...wings('hairShade', 'skinShade'),
    ...shoulders(),
    ...neck(34),
    pair(solid('M104 68C82 62 66 40 70 10C86 30 104 38 120 52Z', 'skinLight')),
    pair(solid('M82 106L38 88L52 118L84 138Z', 'skin')),
    ...skull({ top: 56, temple: 51, jaw: 50, corner: 158, chin: 198, broad: 30 }),
    flat(whole('M128 90C108 88 90 94 76 106C92 112 110 118 120 126L128 128'), 'skinShade'),
    ...glowing(104, 122, 13, 6, 4),
    flat('M116 128L140 128L150 154Q128 164 106 154Z', 'skinLight', 0.7),
    pair(flat(disc(117, 152, 5, 4), 'ink')),
    solid('M94 168Q128 162 162 168Q156 190 128 190Q100 190 94 168Z', 'ink', 4),
    ...[104, 120].map((x) => pair(flat(`M${x - 6} 169L${x + 6} 168L${x} 183Z`, 'skinLight'))),
    stroke(
      'M148 66L140 80L152 92L146 104M92 140L102 150L98 160M60 230L80 240L76 254M186 226L178 240L190 250',
      'skinShade',
      3.5,
    ),
    pair(stroke('M92 78Q104 70 118 72', 'skinLight', 4)),
  ],
  harpy: [
    ...feathers('hair', 'hairLight'),
    ...shoulders('hair', 'hairShade'),
    ...neck(19),
    solid(
      whole('M128 26L112 8L108 34L82 22L88 50L58 48L74 72L46 88L72 100L54 128L76 132L66 160L92 158L128 170'),
      'hair',
    ),
    ...pointedEar({ x: 88, y: 122, reach: 22, rise: 18 }),
    ...skull({ top: 56, temple: 46, jaw: 36, corner: 150, chin: 188, broad: 14 }),
    solid(whole('M128 90L116 72L110 92L98 76L92 104L82 98L80 124C70 90 82 46 128 44'), 'hair'),
    stroke('M90 74C98 58 112 52 126 52', 'hairLight', 5),
    blush(102, 150, 9, 0.25),
    ...eyes({ h: 8, slant: 4, w: 15, lashes: true, slit: true }),
    ...brows({ y: 101, rise: 2, inner: 8, thick: 5 }),
    solid('M118 134Q128 126 138 134Q138 148 128 162Q118 148 118 134Z', 'gold', 3.5),
    flat('M130 132Q138 132 138 136Q138 148 128 160Q134 146 130 132Z', 'goldShade', 0.8),
    ...lips({ y: 174, w: 12, smile: -1, tone: 'blood' }),
    ...[
      [108, 222],
      [128, 230],
      [148, 222],
    ].map(([x, y]) => stroke(`M${x! - 8} ${y}Q${x} ${y! + 10} ${x! + 8} ${y}`, 'hairLight', 4)),
  ],
  wyrmling: [
    pair(
      solid(
        'M92 216C70 190 44 176 12 180C24 190 24 200 20 212C34 206 44 212 46 224C58 216 72 222 84 236Z',
        'skinShade',
      ),
    ),
    pair(stroke('M88 218C68 198 44 186 20 184', 'skinLight', 4)),
    solid(whole('M128 186C104 192 92 214 86 264L128 264'), 'skin'),
    ...[212, 228, 244].map((y) => stroke(`M108 ${y}Q128 ${y + 9} 148 ${y}`, 'skinLight', 7)),
    pair(solid('M100 64C86 56 78 40 82 20C96 30 108 42 116 54Z', 'hair', 4.5)),
    pair(solid('M76 112L36 96L48 120L34 136L80 146Z', 'skinLight')),
    pair(stroke('M74 120L48 110M74 130L48 132', 'skinShade', 3.5)),
    solid(whole('M128 52C90 52 68 82 72 118C76 146 92 154 96 172C100 196 116 206 128 206'), 'skin'),
    flat(
      farSide('M128 52C90 52 68 82 72 118C76 146 92 154 96 172C100 196 116 206 128 206', 26),
      'skinShade',
      0.45,
    ),
    flat(whole('M128 138C112 140 102 158 100 176C106 194 118 198 128 198'), 'skinLight', 0.9),
    solid(whole('M128 34L120 54L112 50L112 68L128 76'), 'skinShade', 4),
    ...eyes({ x: 99, y: 122, h: 15, w: 19, slant: 1, slit: true }),
    pair(stroke('M78 98Q98 88 116 104', 'skinShade', 6)),
    pair(flat(disc(119, 166, 4, 3), 'ink')),
    stroke('M100 180Q114 194 128 186Q142 194 156 180', 'ink', 4),
    fangs(110, 187, 9, 6),
    flat(disc(226, 60, 10, 8), 'white', 0.35),
    flat(disc(206, 78, 7, 6), 'white', 0.35),
  ],
};
