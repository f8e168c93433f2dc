// What the twelve classes of the box wear.
import {
  beads,
  circlet,
  collar,
  feather,
  furs,
  helmet,
  hood,
  jerkin,
  plate,
  robe,
  sparks,
  type Attire,
} from '$client/faces/attire';
import { disc, flat, pair, solid, stroke, whole, type Layer } from '$client/faces/shapes';

const blade = (from: [number, number], to: [number, number]): Layer[] => {
  const [[x, y], [u, v]] = [from, to];
  return [
    stroke(`M${x} ${y}L${u} ${v}`, 'ink', 15),
    stroke(`M${x} ${y}L${u} ${v}`, 'leatherShade', 8),
    solid(disc(u, v, 7), 'steel', 3.5),
  ];
};

/** A long feather that stands up from the brow, turned from the upright. */
const plume = (turn: number, tone: string): Layer[] => {
  const at = (along: number, across: number) =>
    `${Math.round(128 + Math.sin(turn) * along + Math.cos(turn) * across)} ${Math.round(104 - Math.cos(turn) * along + Math.sin(turn) * across)}`;
  return [
    solid(
      `M${at(20, 0)}C${at(40, -24)} ${at(92, -26)} ${at(106, 0)}C${at(92, 26)} ${at(40, 24)} ${at(20, 0)}Z`,
      tone,
      4,
    ),
    flat(
      `M${at(84, -16)}Q${at(100, -10)} ${at(106, 0)}Q${at(100, 10)} ${at(84, 16)}Q${at(92, 0)} ${at(84, -16)}Z`,
      'ink',
      0.75,
    ),
    stroke(`M${at(24, 0)}L${at(98, 0)}`, 'ink', 2.5, 0.6),
  ];
};

const rings = (y: number) =>
  [76, 92, 108, 124, 140, 156, 172].map((x) =>
    stroke(`M${x - 6} ${y}Q${x} ${y + 7} ${x + 6} ${y}`, 'steelShade', 3),
  );

export const ATTIRES: Record<string, Attire> = {
  crusader: {
    ...hood('steel', 'steelShade'),
    hat: [
      ...hood('steel', 'steelShade').hat!,
      ...[38, 50].flatMap(rings),
      pair(
        stroke(
          'M60 130Q66 138 72 130M56 148Q63 156 70 148M52 168Q60 176 68 168M46 188Q56 196 66 188',
          'steelShade',
          3,
        ),
      ),
    ],
    body: [
      ...plate(),
      solid('M84 214Q128 244 172 214L184 264L72 264Z', 'cloth', 4),
      stroke('M128 230L128 262', 'blood', 11),
      stroke('M108 246L148 246', 'blood', 11),
    ],
  },
  priest: {
    body: [
      ...robe('gold'),
      pair(solid('M96 204L114 230L110 262L88 262L84 212Z', 'blood', 4)),
      pair(stroke('M99 238L99 254M93 245L105 245', 'goldLight', 3.5)),
    ],
    hat: [
      solid('M76 100C76 62 104 26 128 4C152 26 180 62 180 100Q128 80 76 100Z', 'white'),
      flat('M128 4C152 26 180 62 180 100Q158 90 142 88C152 60 146 30 128 4Z', 'boneShade', 0.6),
      stroke('M128 10L128 86', 'gold', 7),
      stroke('M106 54L150 54', 'gold', 7),
      solid('M74 102Q128 78 182 102L182 112Q128 90 74 112Z', 'gold', 4),
    ],
    covers: true,
  },
  elementalist: {
    back: [
      solid(disc(36, 74, 21), 'flame', 4),
      flat('M36 56C48 68 46 84 36 88C26 84 24 70 36 56Z', 'ember'),
      solid(disc(220, 74, 21), 'glow', 4),
      flat('M220 58C230 72 232 84 220 86C208 84 210 72 220 58Z', 'white'),
      solid(disc(24, 142, 17), 'leatherLight', 4),
      flat('M14 148L24 134L34 148Z', 'leatherShade'),
      solid(disc(232, 142, 17), 'steelLight', 4),
      stroke('M222 138Q232 132 240 138M224 146Q232 152 242 144', 'steelShade', 3.5),
    ],
    hood: collar('leaf'),
    body: robe('leaf'),
    hat: circlet('ember'),
  },
  shaman: {
    back: [-64, 64, -42, 42, -20, 20, 0].flatMap((degrees, i) =>
      plume(
        (degrees * Math.PI) / 180,
        ['cloth', 'cloth', 'white', 'white', 'clothLight', 'clothLight', 'white'][i]!,
      ),
    ),
    body: [...furs(), ...beads('bone', 7)],
    mask: [
      flat(disc(128, 100, 5), 'white'),
      pair(flat('M92 134L112 140L110 145L92 141Z', 'white')),
      pair(flat('M94 145L110 150L108 155L96 152Z', 'white')),
      stroke('M128 180L128 190', 'white', 5),
    ],
    hat: [
      solid('M76 94Q128 74 180 94L180 108Q128 88 76 108Z', 'leather', 4),
      ...[90, 109, 128, 147, 166].map((x) =>
        flat(
          `M${x - 6} ${x === 128 ? 92 : 95}L${x} ${x === 128 ? 84 : 87}L${x + 6} ${x === 128 ? 92 : 95}L${x} ${x === 128 ? 99 : 102}Z`,
          'bone',
        ),
      ),
    ],
  },
  alchemist: {
    back: [
      solid(
        'M206 92L206 124C226 136 234 152 232 168C230 188 178 188 176 168C174 152 184 136 200 126L200 92Z',
        'white',
        4.5,
      ),
      flat('M182 158L226 158C232 180 218 182 204 182C188 182 178 178 182 158Z', 'leaf'),
      flat(disc(196, 166, 4), 'light'),
      flat(disc(210, 170, 3), 'light'),
      solid('M196 84L212 84L212 94L196 94Z', 'leather', 4),
      ...sparks(
        [
          [204, 62, 11],
          [218, 46, 7],
        ],
        'leaf',
      ),
    ],
    body: [
      ...robe('clothLight'),
      solid('M98 214L158 214L166 264L90 264Z', 'leather', 4),
      stroke('M98 214L86 200M158 214L170 200', 'leatherShade', 7),
      stroke('M100 240L156 240', 'leatherShade', 4),
    ],
    hat: [
      stroke('M74 100Q100 84 128 86Q156 84 182 100', 'ink', 14),
      stroke('M74 100Q100 84 128 86Q156 84 182 100', 'leather', 8),
      pair(solid(disc(106, 82, 19), 'gold', 4.5)),
      pair(solid(disc(106, 82, 12), 'glow', 3.5)),
      flat(disc(102, 78, 4), 'white'),
      flat(disc(146, 78, 4), 'white'),
    ],
  },
  psionic: {
    back: [118, 100, 82].map((r) => stroke(disc(128, 96, r), 'clothLight', 4, 0.75)),
    hood: collar('glow'),
    body: [...robe('glow'), solid(disc(128, 246, 10), 'glow', 4)],
    hat: [
      flat(disc(128, 84, 26, 16), 'glow', 0.5),
      solid('M104 84Q128 64 152 84Q128 104 104 84Z', 'white', 4),
      flat(disc(128, 84, 8.5), 'cloth'),
      flat(disc(128, 84, 4), 'ink'),
      flat(disc(125, 81, 2.2), 'white'),
    ],
  },
  assassin: {
    back: [...blade([70, 220], [18, 92]), ...blade([186, 220], [238, 92])],
    ...hood('blood', 'ink'),
    body: [
      ...jerkin(),
      solid('M60 214L76 206L176 264L148 264Z', 'leatherShade', 4),
      solid('M196 214L180 206L80 264L108 264Z', 'leatherShade', 4),
      solid(disc(128, 234, 10), 'steel', 4),
    ],
    mask: [
      flat(whole('M128 138C108 140 92 134 78 128C80 166 92 190 104 200L128 204'), 'ink'),
      stroke('M79 130Q104 144 128 141Q152 144 177 130', 'blood', 4),
    ],
  },
  scout: {
    back: [
      solid('M14 180L44 100L62 106L36 190Z', 'leather', 4.5),
      solid('M40 104L54 70L76 78L64 112Z', 'gold', 4.5),
      flat('M56 76L74 82L72 88L54 82Z', 'glow'),
      stroke('M22 164L40 170', 'gold', 5),
    ],
    body: [
      ...jerkin(),
      solid(
        'M84 196C100 216 156 216 172 196C184 206 182 222 168 228C142 240 112 240 88 228C74 222 72 206 84 196Z',
        'cloth',
        4.5,
      ),
      stroke('M92 214C112 226 144 226 164 214', 'clothLight', 3.5),
    ],
    hat: [
      ...feather(158, 72, 'blood'),
      solid(
        'M70 96C70 56 96 34 134 34C166 36 184 58 186 82L206 96C170 84 110 82 62 112C58 104 62 98 70 96Z',
        'leather',
      ),
      flat(
        'M134 34C166 36 184 58 186 82L206 96C188 90 168 87 150 86C164 70 156 46 134 34Z',
        'leatherShade',
        0.8,
      ),
      stroke('M72 94C104 76 150 74 186 84', 'cloth', 8),
      stroke('M86 68C96 52 112 46 128 46', 'leatherLight', 5),
    ],
    covers: true,
  },
  illusionist: {
    back: [
      pair(
        flat(
          whole('M128 60C104 60 88 80 88 112C88 150 104 186 128 190').replaceAll('128', '64'),
          'clothLight',
          0.18,
        ),
      ),
      flat(disc(52, 112, 40, 58), 'clothLight', 0.3),
      flat(disc(204, 112, 40, 58), 'clothLight', 0.3),
      ...sparks(
        [
          [26, 46, 14],
          [232, 40, 18],
          [238, 150, 10],
          [18, 160, 9],
        ],
        'white',
      ),
    ],
    hood: collar(),
    body: [
      ...robe('white'),
      ...sparks(
        [
          [60, 238, 10],
          [196, 236, 12],
          [128, 252, 8],
        ],
        'white',
      ),
    ],
    mask: [
      {
        d:
          'M128 92C106 86 84 92 78 108C78 142 90 168 112 178C122 176 128 170 128 160Z' +
          disc(104, 120, 15, 9),
        fill: 'white',
        line: 'ink',
        width: 4,
      },
      stroke('M90 138C94 148 100 156 108 160', 'gold', 3.5),
      flat('M98 98L103 104L98 110L93 104Z', 'cloth'),
      stroke('M112 168Q120 170 128 166', 'mouth', 3.5),
    ],
  },
  enchanter: {
    back: [
      stroke('M30 236L52 96', 'ink', 11),
      stroke('M30 236L52 96', 'gold', 6),
      ...sparks([[54, 72, 30]], 'goldLight'),
      ...sparks(
        [
          [26, 48, 10],
          [84, 40, 8],
          [224, 60, 14],
          [210, 112, 8],
        ],
        'clothLight',
      ),
      flat(disc(54, 72, 7), 'white'),
    ],
    body: [
      ...robe(),
      pair(solid('M20 262C16 232 36 210 70 206C74 222 66 244 52 262Z', 'clothLight', 4)),
      solid('M128 224L140 238L128 254L116 238Z', 'blush', 4),
    ],
    hat: [
      solid(
        'M76 108L72 72L98 88L106 56L120 82L128 44L136 82L150 56L158 88L184 72L180 108Q128 86 76 108Z',
        'gold',
        4.5,
      ),
      ...[
        [128, 76],
        [104, 82],
        [152, 82],
      ].map(([x, y]) => solid(disc(x!, y!, 6), x === 128 ? 'blush' : 'glow', 3)),
      stroke('M82 102Q128 82 174 102', 'goldLight', 3.5),
    ],
  },
  warlord: {
    back: [
      solid('M210 262L226 40L236 40L226 262Z', 'wood', 4),
      solid('M178 54L230 46L232 112L178 118C190 96 188 76 178 54Z', 'cloth', 4.5),
      flat(disc(208, 82, 12), 'clothLight'),
    ],
    body: [...plate(), ...furs().slice(2)],
    hat: [
      pair(solid('M82 78C50 84 22 62 22 20C38 44 62 50 94 48Z', 'bone')),
      pair(stroke('M36 46C48 60 64 66 82 64', 'boneShade', 4)),
      ...helmet('steelShade', 'goldShade'),
      solid('M120 34L136 34L134 112Q128 120 122 112Z', 'steelShade', 4),
      pair(stroke('M98 52L92 74', 'steel', 3.5)),
    ],
    covers: true,
  },
  knight: {
    back: [
      solid('M22 150L66 140L84 152L84 208C76 236 56 250 40 256C22 236 14 190 22 150Z', 'cloth', 5),
      stroke('M50 152L50 240M26 186L82 186', 'gold', 7),
    ],
    body: [
      ...plate(),
      solid('M98 228Q128 240 158 228L164 264L92 264Z', 'cloth', 4),
      stroke('M128 236L128 262', 'gold', 6),
    ],
    hat: [
      solid('M120 34C108 4 150 -10 178 8C206 4 226 40 206 72C200 48 176 32 140 40Z', 'cloth'),
      stroke('M132 20C150 8 168 14 184 26', 'clothLight', 4),
      ...helmet('steelLight', 'steelShade'),
      solid('M72 76C92 42 164 42 184 76C170 92 150 98 128 98C106 98 86 92 72 76Z', 'steel', 4.5),
      stroke('M88 76C104 64 152 64 168 76', 'ink', 5),
      ...[104, 116, 128, 140, 152].map((x) => stroke(`M${x} 86L${x} 92`, 'ink', 3)),
      pair(solid(disc(74, 92, 8), 'gold', 4)),
    ],
    covers: true,
  },
};
