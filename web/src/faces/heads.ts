// The heads of the base game's tall races: Human, Elf, Dwarf.
import { blush, brows, bulb, eyes, lips, mouth, neck, nose, pointedEar, roundEar, skull } from './features';
import type { Head } from './head';
import { COMPLEXIONS } from './palettes';
import { disc, flat, pair, solid, stroke, whole } from './shapes';

export const human: Record<string, Head> = {
  male: {
    tones: COMPLEXIONS['human-male']!,
    neck: neck(28),
    ears: roundEar({ x: 76 }),
    face: [
      ...skull({ top: 54, temple: 50, jaw: 45, corner: 154, chin: 193, broad: 28 }),
      flat(
        'M83 146C92 152 100 158 108 156C116 151 140 151 148 156C156 158 164 152 173 146C173 172 152 193 128 193C104 193 83 172 83 146Z',
        'hairShade',
        0.22,
      ),
      ...eyes({ h: 7.5, slant: 0 }),
      ...brows({ thick: 7, rise: 3, inner: 4 }),
      ...nose({ length: 151, width: 10 }),
      ...mouth({ y: 171, w: 15, smile: 3 }),
    ],
    crown: [
      solid(
        'M76 116C66 78 82 38 132 36C180 36 190 82 180 116C178 102 172 92 164 84C148 92 118 88 102 72C98 86 84 92 82 108Z',
        'hair',
      ),
      flat('M164 84C172 92 178 102 180 114C186 88 182 60 160 46C168 60 168 74 164 84Z', 'hairShade', 0.7),
      stroke('M96 62C110 46 132 44 150 50', 'hairLight', 5),
      stroke('M104 72C118 62 136 62 148 70', 'hairShade', 3),
    ],
    fringe: [pair(flat('M79 110L78 140L86 132L84 108Z', 'hair'))],
  },
  female: {
    tones: COMPLEXIONS['human-female']!,
    back: [
      solid(whole('M128 36C78 36 60 78 62 120C62 164 46 190 46 222C66 238 96 230 104 206L128 200'), 'hair'),
      pair(stroke('M70 130C70 164 58 190 58 216', 'hairLight', 5)),
      stroke('M188 130C188 164 200 190 200 214', 'hairShade', 6),
    ],
    neck: neck(22),
    ears: [],
    face: [
      ...skull({ top: 56, temple: 47, jaw: 39, corner: 152, chin: 187, broad: 20 }),
      blush(100, 147, 10, 0.28),
      ...eyes({ h: 9, lashes: true }),
      ...brows({ thick: 4.5, rise: 5, y: 100 }),
      ...nose({ length: 146, width: 7 }),
      ...lips({ y: 166, w: 14 }),
    ],
    crown: [
      solid(
        'M118 52C104 64 92 82 86 114C84 128 80 142 74 152C60 108 66 38 128 36C190 38 196 108 182 152C176 142 172 126 168 112C160 84 142 64 118 52Z',
        'hair',
      ),
      flat('M168 112C172 126 176 142 182 152C194 112 192 74 170 52C176 72 174 96 168 112Z', 'hairShade', 0.7),
      stroke('M84 84C90 64 102 50 118 46', 'hairLight', 5),
      stroke('M140 52C156 62 166 78 172 98', 'hairShade', 3),
    ],
    fringe: [pair(flat('M84 112C80 130 78 142 74 152C72 138 72 124 76 108Z', 'hair'))],
  },
};

export const elf: Record<string, Head> = {
  male: {
    tones: COMPLEXIONS['elf-male']!,
    back: [
      solid(whole('M128 40C84 40 68 78 70 118L58 232C76 240 96 234 104 208L128 200'), 'hair'),
      pair(stroke('M74 150L66 222', 'hairShade', 4)),
    ],
    neck: neck(22),
    ears: [],
    over: pointedEar({ x: 86, reach: 54, rise: 40 }),
    face: [
      ...skull({ top: 54, temple: 46, jaw: 37, corner: 152, chin: 194, broad: 16 }),
      ...eyes({ h: 7, slant: 3, w: 14 }),
      ...brows({ thick: 4.5, rise: 4, inner: 6, y: 99 }),
      ...nose({ length: 150, width: 7 }),
      ...mouth({ y: 171, w: 12, smile: 2 }),
      pair(stroke('M92 150Q98 160 100 166', 'skinShade', 3, 0.7)),
    ],
    crown: [
      solid(
        whole('M128 74C116 62 94 74 86 110C82 122 80 134 78 146C66 96 76 38 128 38').replace('Z', '') + 'Z',
        'hair',
      ),
      stroke('M92 82C98 60 112 50 126 48', 'hairLight', 5),
      stroke('M128 42L128 70', 'hairShade', 3),
      stroke('M142 52C156 60 164 76 168 94', 'hairShade', 3),
    ],
    fringe: [
      pair(solid('M85 112C76 142 80 168 74 198L86 200C90 170 86 142 91 118Z', 'hair', 4)),
      pair(solid('M73 186L87 188L86 196L72 194Z', 'gold', 3)),
    ],
  },
  female: {
    tones: COMPLEXIONS['elf-female']!,
    back: [
      solid(whole('M128 34C78 34 60 80 64 122C66 170 48 200 44 236C72 246 98 236 104 206L128 200'), 'hair'),
      pair(stroke('M72 140C72 180 60 204 58 230', 'hairShade', 4)),
    ],
    neck: neck(19),
    ears: [],
    over: pointedEar({ x: 87, reach: 52, rise: 44 }),
    face: [
      ...skull({ top: 56, temple: 45, jaw: 35, corner: 150, chin: 188, broad: 14 }),
      blush(102, 147, 9, 0.22),
      ...eyes({ h: 8.5, slant: 3, w: 15, lashes: true }),
      ...brows({ thick: 3.5, rise: 6, inner: 5, y: 98 }),
      ...nose({ length: 146, width: 6 }),
      ...lips({ y: 166, w: 12, tone: 'lip' }),
    ],
    crown: [
      solid(
        'M148 50C150 74 122 96 88 104C84 122 82 138 76 156C58 108 68 36 128 34C188 36 198 108 180 156C176 132 170 84 148 50Z',
        'hair',
      ),
      flat('M148 50C170 84 176 132 180 156C194 112 190 66 164 46Z', 'hairShade', 0.55),
      stroke('M90 88C110 82 130 68 136 50', 'hairShade', 3),
      stroke('M80 96C84 66 100 48 122 44', 'hairLight', 5),
    ],
    fringe: [pair(flat('M86 108C82 126 80 140 76 156C72 140 72 124 78 104Z', 'hair'))],
  },
};

const braid = (x: number, y: number) => [
  ...[0, 1, 2, 3].map((i) => pair(solid(disc(x - i * 2, y + i * 22, 16 - i, 14), 'hair', 4))),
  ...[0, 1, 2, 3].map((i) =>
    pair(
      stroke(
        `M${x - i * 2 - 9} ${y + i * 22 - 4}Q${x - i * 2} ${y + i * 22 + 6} ${x - i * 2 + 9} ${y + i * 22 - 5}`,
        'hairShade',
        3,
      ),
    ),
  ),
  pair(solid(`M${x - 19} ${y + 74}L${x + 7} ${y + 76}L${x + 6} ${y + 86}L${x - 18} ${y + 84}Z`, 'gold', 3.5)),
];

export const dwarf: Record<string, Head> = {
  male: {
    tones: COMPLEXIONS['dwarf-male']!,
    neck: neck(32),
    ears: roundEar({ x: 70, y: 126, r: 15 }),
    face: [
      ...skull({ top: 60, temple: 54, jaw: 53, corner: 152, chin: 188, broad: 36 }),
      ...eyes({ x: 103, y: 122, h: 6.5, w: 12, slant: -1, lid: 2 }),
    ],
    crown: [
      solid(
        'M72 122C60 78 84 44 128 44C172 44 196 78 184 122C178 100 170 88 154 84C136 92 114 92 102 84C86 88 78 100 72 122Z',
        'hair',
      ),
      stroke('M90 72C104 58 122 56 138 58', 'hairLight', 5),
      flat('M154 84C170 88 178 100 184 120C192 90 184 66 166 54C170 66 164 78 154 84Z', 'hairShade', 0.7),
    ],
    beard: [
      solid(whole('M128 152C112 156 88 152 74 124C66 152 62 184 76 212C88 236 112 250 128 254'), 'hair'),
      flat(
        'M128 158C144 158 168 150 181 128C190 156 192 188 178 212C168 232 146 246 128 252C146 220 146 184 128 158Z',
        'hairShade',
        0.6,
      ),
      pair(stroke('M92 168C92 194 100 216 112 232', 'hairLight', 4)),
      stroke('M128 178L128 244', 'hairShade', 4),
      pair(stroke('M78 150C78 180 84 204 94 220', 'hairShade', 3)),
      pair(solid('M128 152C112 144 90 150 70 180C92 190 118 182 128 164Z', 'hair', 4)),
      pair(stroke('M116 158C102 158 90 166 82 176', 'hairLight', 3.5)),
      stroke('M116 170Q128 176 140 170', 'mouth', 4),
      ...bulb({ y: 144, r: 17 }),
      ...brows({ x: 102, y: 107, w: 20, rise: 5, inner: 6, thick: 11, tone: 'hair' }),
      pair(solid('M110 222L128 226L128 238L112 236Z', 'gold', 3.5)),
    ],
    hat: { wide: 1.09, down: 4 },
  },
  female: {
    tones: COMPLEXIONS['dwarf-female']!,
    back: [solid(whole('M128 40C72 40 58 84 64 128L72 176L128 190'), 'hair')],
    neck: neck(27),
    ears: roundEar({ x: 72, y: 128, r: 13 }),
    face: [
      ...skull({ top: 60, temple: 54, jaw: 50, corner: 152, chin: 187, broad: 34 }),
      blush(90, 148, 14, 0.42),
      ...eyes({ h: 8, slant: 0, lashes: true, x: 104 }),
      ...brows({ thick: 6.5, rise: 4, y: 103 }),
      ...bulb({ y: 143, r: 12, rosy: 0.3 }),
      ...lips({ y: 168, w: 16, smile: 4 }),
    ],
    crown: [
      solid(
        'M128 58C108 62 86 78 80 118L70 140C56 84 80 40 128 40C176 40 200 84 186 140L176 118C170 78 148 62 128 58Z',
        'hair',
      ),
      stroke('M84 92C90 68 106 54 124 50', 'hairLight', 5),
      stroke('M136 52C156 58 168 74 174 96', 'hairShade', 4),
      stroke('M128 42L128 58', 'hairShade', 3),
    ],
    beard: braid(68, 150),
    hat: { wide: 1.09, down: 4 },
  },
};
