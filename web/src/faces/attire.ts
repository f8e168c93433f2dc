// What classes wear, from back to front, and the pieces it is sewn from.
import { disc, flat, pair, solid, stroke, whole, type Layer } from './shapes';

export interface Attire {
  /** Behind everything: a staff, antlers, a halo. */
  back?: Layer[];
  /** Around the head, over long hair: a hood, a high collar. */
  hood?: Layer[];
  body: Layer[];
  /** On the face: a mask, paint. */
  mask?: Layer[];
  hat?: Layer[];
  /** It hides the hair on the head. */
  covers?: boolean;
}

// -- bodies -----------------------------------------------------------------------------------------------

const SHOULDERS = 'M12 262C14 226 52 210 96 200';
const FAR_FOLD = 'M160 200C204 210 242 226 244 262L176 262C184 240 176 216 160 200Z';

export const robe = (trim = 'gold'): Layer[] => [
  solid(`${SHOULDERS}L128 240L160 200C204 210 242 226 244 262Z`, 'cloth'),
  flat(FAR_FOLD, 'clothShade', 0.6),
  pair(stroke('M62 220C66 234 66 248 64 258', 'clothShade', 4, 0.8)),
  stroke('M98 203L128 240L158 203', trim, 7),
];

export const wrap = (): Layer[] => [
  solid(`${SHOULDERS}L128 232L160 200C204 210 242 226 244 262Z`, 'cloth'),
  flat(FAR_FOLD, 'clothShade', 0.6),
  solid('M160 198L172 208L96 262L66 262Z', 'clothLight', 4),
  stroke('M98 202L118 226', 'clothLight', 8),
];

export const jerkin = (): Layer[] => [
  solid(`${SHOULDERS}C108 214 148 214 160 200C204 210 242 226 244 262Z`, 'leather'),
  flat(FAR_FOLD, 'leatherShade', 0.7),
  pair(solid('M98 198C104 214 116 222 128 226L122 240C104 236 88 222 84 204Z', 'cloth', 4)),
  stroke('M128 228L128 260', 'leatherShade', 4),
  ...[236, 248].map((y) => stroke(`M120 ${y}L136 ${y + 5}`, 'leatherLight', 3.5)),
];

export const plate = (): Layer[] => [
  solid(whole('M128 206C104 206 84 214 76 230L72 264L128 264'), 'steel'),
  flat('M128 206C152 206 172 214 180 230L184 264L138 264C144 240 140 220 128 206Z', 'steelShade', 0.6),
  stroke('M128 216L128 262', 'steelShade', 3.5),
  pair(solid('M10 264C8 230 34 204 72 206C92 210 98 226 94 244C72 232 44 236 24 264Z', 'steel')),
  pair(stroke('M26 234C38 220 56 216 76 220', 'steelLight', 5)),
  pair(stroke('M18 252C34 236 62 228 92 238', 'gold', 5)),
  solid(whole('M128 222C112 222 100 212 96 196L88 202C90 222 106 234 128 234'), 'steelLight', 4),
];

export const furs = (): Layer[] => [
  solid(`${SHOULDERS}C108 214 148 214 160 200C204 210 242 226 244 262Z`, 'skin'),
  flat(
    'M128 214C148 214 158 206 160 200C204 210 242 226 244 262L150 262C150 240 140 226 128 214Z',
    'skinShade',
    0.5,
  ),
  pair(
    solid(
      'M4 264L12 236L22 240L30 218L44 224L56 206L68 214L82 200L96 208L92 226L80 224L78 242L64 236L58 254L44 246L36 264Z',
      'fur',
    ),
  ),
  pair(stroke('M34 238L42 226', 'furLight', 4)),
  pair(stroke('M62 228L70 216', 'furLight', 4)),
  pair(stroke('M52 246L58 236', 'furShade', 4)),
];

// -- around the head --------------------------------------------------------------------------------------

/** A hood: what lies behind the head, and its rim over the hair. */
export const hood = (tone = 'cloth', lining = 'clothShade'): Pick<Attire, 'hood' | 'hat' | 'covers'> => ({
  hood: [solid(whole('M128 18C66 18 46 70 50 124C50 164 34 196 26 220C60 240 100 236 128 236'), lining)],
  hat: [
    solid(
      'M128 18C66 18 46 70 50 124C50 160 38 190 26 218C50 234 72 236 92 228C82 200 76 160 79 122' +
        'C80 88 98 66 128 62C158 66 176 88 177 122C180 160 174 200 164 228C184 236 206 234 230 218' +
        'C218 190 206 160 206 124C210 70 190 18 128 18Z',
      tone,
    ),
    flat(
      'M128 18C190 18 210 70 206 124C206 160 218 190 230 218C206 234 184 236 164 228C174 200 180 160 177 122C176 88 158 66 128 62C156 50 150 28 128 18Z',
      'shade',
      0.3,
    ),
    stroke('M66 104C68 70 88 40 118 32', 'light', 5, 0.35),
    flat(
      'M79 122C80 88 98 66 128 62C158 66 176 88 177 122C168 96 152 84 128 84C104 84 88 96 79 122Z',
      'shade',
      0.4,
    ),
  ],
  covers: true,
});

/** The dome of a helmet, open in front. */
export const helmet = (tone = 'steel', trim = 'gold'): Layer[] => [
  solid(
    'M70 132C60 74 84 32 128 30C172 32 196 74 186 132L172 150C174 122 170 98 156 90C142 84 114 84 100 90C86 98 82 122 84 150Z',
    tone,
  ),
  flat(
    'M128 30C172 32 196 74 186 132L172 150C174 122 170 98 156 90C148 87 138 86 128 86C146 70 144 44 128 30Z',
    'steelShade',
    0.6,
  ),
  stroke('M84 84C88 60 102 46 118 42', 'steelLight', 6),
  stroke('M78 134C76 108 82 90 98 80C114 74 142 74 158 80C174 90 180 108 178 134', trim, 6),
];

export const circlet = (gem = 'glow', band = 'gold'): Layer[] => [
  solid('M78 100Q128 76 178 100L178 109Q128 86 78 109Z', band, 3.5),
  solid('M128 72L138 86L128 102L118 86Z', gem, 3.5),
  flat('M128 77L132 85L128 90L123 86Z', 'white', 0.8),
];

/** A high collar that stands behind the head. */
export const collar = (lining = 'clothLight'): Layer[] => [
  pair(solid('M128 236C88 226 58 208 46 120C66 132 78 146 84 170C92 196 110 214 128 218Z', 'cloth')),
  pair(flat('M54 136C66 144 74 156 78 172C84 194 98 210 116 216C92 212 62 190 54 136Z', lining, 0.65)),
];

export const staff = (): Layer[] => [
  solid('M204 262L208 40L217 40L222 262Z', 'wood', 4),
  solid(
    'M212 44C196 42 192 22 202 8C202 20 206 24 212 24C218 24 222 20 222 8C232 22 228 42 212 44Z',
    'wood',
    4,
  ),
  solid(disc(212, 20, 9), 'glow', 3.5),
  flat(disc(209, 17, 3), 'white'),
];

/** A sword in its sheath: hilt over the far shoulder. */
export const hilt = (): Layer[] => [
  solid('M186 214L218 138L230 143L200 220Z', 'leatherShade', 4),
  solid('M196 130L246 152L242 161L192 139Z', 'gold', 4),
  solid('M218 138L232 106L243 111L230 143Z', 'leather', 4),
  solid(disc(240, 102, 9), 'gold', 4),
];

export const sparks = (points: [number, number, number][], tone = 'glow'): Layer[] =>
  points.map(([x, y, r]) =>
    flat(
      `M${x} ${y - r}Q${x} ${y} ${x + r} ${y}Q${x} ${y} ${x} ${y + r}Q${x} ${y} ${x - r} ${y}Q${x} ${y} ${x} ${y - r}Z`,
      tone,
    ),
  );

export const beads = (tone = 'wood', r = 7): Layer[] =>
  [
    [84, 212],
    [92, 226],
    [104, 237],
    [118, 244],
    [134, 245],
    [150, 239],
    [162, 228],
    [171, 214],
  ].map(([x, y]) => solid(disc(x!, y!, r), tone, 3.5));

export const feather = (x: number, y: number, tone = 'white'): Layer[] => [
  solid(
    `M${x} ${y}C${x + 8} ${y - 40} ${x + 34} ${y - 56} ${x + 58} ${y - 52}C${x + 56} ${y - 26} ${x + 34} ${y - 4} ${x} ${y}Z`,
    tone,
    4,
  ),
  stroke(`M${x + 2} ${y - 2}C${x + 18} ${y - 22} ${x + 34} ${y - 38} ${x + 52} ${y - 46}`, 'shade', 2.5, 0.6),
];
