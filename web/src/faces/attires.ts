// The twelve classes of the base game, and what heroes wear before they have one.
import {
  beads,
  circlet,
  collar,
  feather,
  furs,
  helmet,
  hilt,
  hood,
  jerkin,
  plate,
  robe,
  sparks,
  staff,
  wrap,
  type Attire,
} from './attire';
import { disc, flat, pair, solid, stroke, whole } from './shapes';

export const TRAVELLER: Attire = { body: jerkin() };

const leaf = (x: number, y: number, dx: number, dy: number, tone = 'leaf') => [
  solid(
    `M${x} ${y}Q${x + dx * 0.2 - dy * 0.4} ${y + dy * 0.2 + dx * 0.4} ${x + dx} ${y + dy}Q${x + dx * 0.6 + dy * 0.4} ${y + dy * 0.6 - dx * 0.4} ${x} ${y}Z`,
    tone,
    3.5,
  ),
];

export const ATTIRES: Record<string, Attire> = {
  cleric: {
    back: [
      flat(disc(128, 108, 98), 'goldLight', 0.35),
      stroke(disc(128, 108, 92), 'gold', 7),
      ...[0, 1, 2, 3, 4, 5, 6].map((i) => {
        const turn = Math.PI * (1 + i / 6);
        const at = (r: number) =>
          `${Math.round(128 + Math.cos(turn) * r)} ${Math.round(108 + Math.sin(turn) * r)}`;
        return stroke(`M${at(96)}L${at(118)}`, 'gold', 6);
      }),
    ],
    body: [
      ...robe(),
      pair(solid('M92 203L112 230L104 262L76 262L80 214Z', 'gold', 4)),
      pair(stroke('M92 244L92 258M86 251L98 251', 'white', 4)),
    ],
    hat: [
      solid('M76 96Q128 68 180 96L180 108Q128 84 76 108Z', 'gold', 4),
      solid(disc(128, 82, 12), 'goldLight', 4),
      stroke('M128 75L128 89M121 82L135 82', 'goldShade', 3.5),
    ],
  },
  paladin: {
    back: hilt(),
    body: [
      ...plate(),
      solid('M100 226Q128 238 156 226L160 264L96 264Z', 'cloth', 4),
      stroke('M128 234L128 262M114 246L142 246', 'gold', 7),
    ],
    hat: [
      pair(solid('M80 96C46 96 22 66 22 22C36 36 44 40 56 42C48 50 56 60 70 64C64 70 70 80 84 84Z', 'white')),
      pair(stroke('M36 46C44 62 58 76 76 84', 'steelShade', 3.5)),
      pair(stroke('M50 52C56 64 66 72 78 76', 'steelShade', 3.5)),
      ...helmet('steelLight'),
      solid('M128 46L140 66L128 88L116 66Z', 'gold', 4),
    ],
    covers: true,
  },
  druid: {
    back: [
      pair(stroke('M106 66C84 52 66 40 58 10M70 38C58 36 46 32 36 20M84 52C82 36 84 24 90 12', 'ink', 15)),
      pair(stroke('M106 66C84 52 66 40 58 10M70 38C58 36 46 32 36 20M84 52C82 36 84 24 90 12', 'bone', 8)),
    ],
    body: [
      ...robe('leafShade'),
      ...[
        [96, 206],
        [74, 212],
        [50, 222],
        [28, 238],
      ].flatMap(([x, y]) => leaf(x!, y!, -10, 34).map(pair)),
      ...[
        [88, 222],
        [62, 230],
      ].flatMap(([x, y]) => leaf(x!, y!, -4, 34, 'leafShade').map(pair)),
    ],
    hat: [
      ...[
        [128, 92, 0, -32],
        [110, 92, -14, -28],
        [94, 98, -22, -20],
        [82, 108, -24, -8],
      ].flatMap(([x, y, dx, dy]) => leaf(x!, y!, dx!, dy!, x === 110 ? 'leafShade' : 'leaf').map(pair)),
      ...[118, 138].map((x) => solid(disc(x, 92, 5), 'blood', 3)),
    ],
  },
  ranger: {
    back: [
      stroke('M34 250C-6 190 6 90 66 40', 'ink', 14),
      stroke('M34 250C-6 190 6 90 66 40', 'wood', 8),
      stroke('M36 250L66 40', 'bone', 2.5),
      ...[
        [202, 96],
        [216, 106],
        [230, 118],
      ].flatMap(([x, y]) => [
        stroke(`M${x! - 20} 214L${x} ${y}`, 'wood', 5),
        solid(
          `M${x! - 5} ${y! + 24}L${x! - 9} ${y! + 2}L${x! + 2} ${y! - 12}L${x! + 10} ${y! + 6}L${x! + 3} ${y! + 26}Z`,
          'white',
          3.5,
        ),
      ]),
    ],
    ...hood(),
    body: [...jerkin(), solid('M190 212L204 222L112 264L88 264Z', 'leatherShade', 4)],
  },
  monk: {
    body: [...wrap(), ...beads()],
    hat: [
      solid(
        'M178 96C196 98 212 112 226 110C220 122 204 122 190 114C200 130 212 138 222 140C206 148 188 136 176 110Z',
        'cloth',
        4,
      ),
      solid('M76 92Q128 76 180 92L180 108Q128 92 76 108Z', 'cloth', 4),
      flat('M128 86Q156 86 178 94L178 106Q152 98 128 98Z', 'clothShade', 0.6),
      stroke(disc(128, 91, 5), 'gold', 3.5),
    ],
  },
  bard: {
    back: [
      solid('M20 262L44 126L58 130L44 262Z', 'wood', 4),
      solid('M40 132L34 96C46 84 66 90 68 104L60 134Z', 'leather', 4),
      ...[102, 112, 122].map((y) => solid(disc(31, y, 4), 'gold', 3)),
    ],
    body: [
      ...robe('clothLight'),
      solid(
        whole(
          'M128 232C118 240 110 230 102 232C98 224 88 224 86 214C78 212 78 202 84 196C98 212 112 216 128 216',
        ),
        'white',
        4,
      ),
      pair(stroke('M94 214L98 206', 'steel', 3)),
      pair(stroke('M112 226L114 218', 'steel', 3)),
    ],
    hat: [
      ...feather(160, 62),
      solid(
        'M52 92C58 50 92 26 136 26C182 28 208 62 204 96C190 84 158 76 126 80C98 82 70 88 52 92Z',
        'cloth',
      ),
      flat('M136 26C182 28 208 62 204 96C192 86 172 80 152 78C172 64 164 40 136 26Z', 'clothShade', 0.6),
      solid(
        'M58 100C66 82 186 74 198 98C198 106 190 108 184 106C160 94 96 96 72 108C64 110 58 106 58 100Z',
        'clothLight',
        4,
      ),
      solid(disc(160, 80, 9), 'gold', 3.5),
      stroke('M78 66C92 48 110 40 130 40', 'light', 5, 0.4),
    ],
    covers: true,
  },
  rogue: {
    back: [
      solid('M36 214L20 140L34 136L56 206Z', 'leatherShade', 4),
      solid('M8 140L46 128L48 137L11 149Z', 'steel', 4),
      solid('M18 132L12 104L23 101L31 128Z', 'leather', 4),
      solid(disc(16, 98, 7), 'steel', 3.5),
    ],
    ...hood('night', 'ink'),
    body: [
      ...jerkin(),
      solid('M66 210L82 204L170 264L142 264Z', 'leatherShade', 4),
      solid(disc(128, 228, 11), 'steel', 4),
      stroke('M122 222L134 234', 'steelShade', 3.5),
    ],
    mask: [
      flat(whole('M128 138C108 140 92 134 78 128C80 166 92 190 104 200L128 204'), 'night'),
      stroke('M79 130Q104 144 128 141Q152 144 177 130', 'ink', 4),
    ],
  },
  thief: {
    body: [
      ...jerkin(),
      solid(
        'M84 196C100 216 156 216 172 196C186 206 182 224 168 230C142 242 112 242 88 230C74 224 72 206 84 196Z',
        'blood',
        4.5,
      ),
      stroke('M90 214C110 226 146 226 166 214', 'ink', 3, 0.5),
      solid('M160 226L190 250L172 264L148 236Z', 'blood', 4),
    ],
    mask: [
      {
        d:
          'M72 112C86 100 112 104 128 112C144 104 170 100 184 112C184 128 172 138 156 137' +
          'C142 137 136 130 128 130C120 130 114 137 100 137C84 138 72 128 72 112Z' +
          disc(103, 120, 16, 10) +
          disc(153, 120, 16, 10),
        fill: 'night',
        line: 'ink',
        width: 3.5,
      },
    ],
    hat: [
      solid(
        'M68 100C62 56 90 30 128 30C168 30 194 56 188 100C170 84 152 78 128 78C104 78 86 84 68 100Z',
        'night',
      ),
      solid(
        'M180 92C198 84 210 92 220 86C216 100 204 106 194 104C204 116 210 126 218 130C202 134 186 120 178 104Z',
        'night',
        4,
      ),
      flat('M128 30C168 30 194 56 188 100C176 88 164 82 150 80C160 60 148 38 128 30Z', 'ink', 0.5),
      stroke('M68 100C86 84 104 78 128 78C152 78 170 84 188 100', 'blood', 6),
      stroke('M84 66C94 50 108 44 124 42', 'nightLight', 6),
    ],
    covers: true,
  },
  sorcerer: {
    back: [
      ...sparks([
        [34, 60, 22],
        [222, 52, 26],
        [48, 128, 12],
        [216, 120, 14],
      ]),
      flat(disc(222, 52, 9), 'white', 0.9),
      flat(disc(34, 60, 7), 'white', 0.9),
    ],
    hood: collar(),
    body: [
      ...robe('glow'),
      solid('M128 226L142 242L128 260L114 242Z', 'glow', 4),
      flat('M128 232L134 242L128 248L121 242Z', 'white', 0.8),
    ],
    hat: circlet(),
  },
  wizard: {
    back: staff(),
    body: [
      ...robe(),
      ...sparks(
        [
          [56, 236, 11],
          [198, 240, 9],
        ],
        'goldLight',
      ),
    ],
    hat: [
      solid(
        'M78 92C94 66 104 26 152 2C158 0 164 8 158 14C150 22 152 30 158 42C168 62 176 78 180 92Z',
        'cloth',
      ),
      flat(
        'M152 2C158 0 164 8 158 14C150 22 152 30 158 42C168 62 176 78 180 92L146 88C154 62 140 36 152 2Z',
        'clothShade',
        0.65,
      ),
      solid(
        'M36 96C60 70 196 70 220 96C226 104 216 112 204 108C166 94 90 94 52 108C40 112 30 104 36 96Z',
        'cloth',
      ),
      solid('M80 88C108 76 148 76 178 88L180 98C150 86 106 86 78 98Z', 'gold', 3.5),
      stroke('M52 96C76 82 110 78 128 78', 'clothLight', 4, 0.8),
      ...sparks(
        [
          [124, 50, 11],
          [104, 72, 7],
          [146, 66, 6],
        ],
        'goldLight',
      ),
    ],
    covers: true,
  },
  warrior: {
    back: hilt(),
    body: [
      ...plate(),
      solid(
        'M92 198C108 214 148 214 164 198C176 206 172 220 160 224C140 232 116 232 96 224C84 220 80 206 92 198Z',
        'cloth',
        4,
      ),
      stroke('M98 212C114 222 142 222 158 212', 'clothShade', 3.5),
    ],
    hat: [
      solid('M116 44C110 8 150 -6 206 22C222 34 224 62 214 88C202 56 172 36 140 46Z', 'cloth'),
      flat('M206 22C222 34 224 62 214 88C206 66 192 50 172 42C188 42 200 36 206 22Z', 'clothShade', 0.7),
      stroke('M130 26C150 14 172 18 190 28', 'clothLight', 4),
      ...helmet(),
      solid('M120 30L136 30L138 88L118 88Z', 'gold', 4),
      pair(
        solid(
          'M84 148C76 142 70 132 71 118C80 120 88 130 92 146C94 160 94 170 100 180C90 176 86 162 84 148Z',
          'steel',
          4,
        ),
      ),
    ],
    covers: true,
  },
  barbarian: {
    back: [
      solid('M196 262L214 62L226 63L212 262Z', 'wood', 4),
      solid(
        'M214 54C196 44 186 52 176 40C170 66 176 90 192 106C194 94 204 92 212 94L224 96C232 94 240 98 242 110C256 92 256 66 246 42C238 54 230 46 222 56Z',
        'steel',
        4.5,
      ),
      stroke('M182 54C180 72 184 86 190 96', 'steelLight', 5),
    ],
    body: [
      ...furs(),
      stroke('M86 208C98 236 158 236 170 208', 'leatherShade', 5),
      ...[
        [98, 222],
        [112, 229],
        [128, 232],
        [144, 229],
        [158, 222],
      ].map(([x, y]) => solid(`M${x! - 6} ${y}L${x! + 6} ${y}L${x} ${y! + 17}Z`, 'bone', 3.5)),
    ],
    mask: [
      pair(flat('M93 133L115 137L114 146L95 145Z', 'cloth', 0.92)),
      pair(flat('M97 151L112 152L111 159L100 159Z', 'cloth', 0.92)),
    ],
    hat: [
      solid('M77 96Q128 78 179 96L179 107Q128 90 77 107Z', 'leather', 4),
      ...[100, 128, 156].map((x) => solid(disc(x, x === 128 ? 90 : 94, 5), 'steel', 3)),
    ],
  },
};
