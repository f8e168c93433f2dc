// How a die lies: the turns that bring a face to the front, and the same cube drawn flat.
type Vector = [number, number, number];
type Matrix = [Vector, Vector, Vector];

/** Degrees about x and y that show a face. */
export const TURN: Record<number, [number, number]> = {
  1: [0, 0],
  2: [0, -90],
  3: [-90, 0],
  4: [90, 0],
  5: [0, 90],
  6: [0, 180],
};
/** Degrees about x and y that put a face onto its side of the cube. */
const SIDE: Record<number, [number, number]> = {
  1: [0, 0],
  2: [0, 90],
  3: [90, 0],
  4: [-90, 0],
  5: [0, -90],
  6: [0, 180],
};
const TILT: [number, number] = [-15, 12];
const SCALE = 0.84;
const EYE = 6.5;

const times = (a: Matrix, b: Matrix): Matrix =>
  a.map((row) =>
    [0, 1, 2].map((at) => row[0] * b[0][at]! + row[1] * b[1][at]! + row[2] * b[2][at]!),
  ) as Matrix;
const turned = (a: Matrix, [x, y, z]: Vector): Vector =>
  a.map((row) => row[0] * x + row[1] * y + row[2] * z) as Vector;
const rotation = ([x, y]: [number, number]): Matrix => {
  const [a, b] = [(x * Math.PI) / 180, (y * Math.PI) / 180];
  return times(
    [
      [1, 0, 0],
      [0, Math.cos(a), -Math.sin(a)],
      [0, Math.sin(a), Math.cos(a)],
    ],
    [
      [Math.cos(b), 0, Math.sin(b)],
      [0, 1, 0],
      [-Math.sin(b), 0, Math.cos(b)],
    ],
  );
};

export interface Side {
  face: number;
  transform: string;
}

/** The sides of a resting die that one sees, each as a flat transform: nothing for a compositor. */
function resting(front: number): Side[] {
  const pose = times(rotation(TILT), rotation(TURN[front]!));
  return [1, 2, 3, 4, 5, 6].flatMap((face) => {
    const side = times(pose, rotation(SIDE[face]!));
    const seen = (u: number, v: number): [number, number] => {
      const [x, y, z] = turned(side, [u * SCALE, v * SCALE, SCALE / 2]);
      const near = EYE / (EYE - z);
      return [x * near, y * near];
    };
    const [, , nearest] = turned(side, [0, 0, 1]);
    if (nearest < 0.05) return [];
    const [x, y] = seen(0, 0);
    const [left, right, top, bottom] = [seen(-0.5, 0), seen(0.5, 0), seen(0, -0.5), seen(0, 0.5)];
    const parts = [right[0] - left[0], right[1] - left[1], bottom[0] - top[0], bottom[1] - top[1]].map(
      (part) => part.toFixed(4),
    );
    return [
      {
        face,
        transform: `translate(${(x * 100).toFixed(2)}%, ${(y * 100).toFixed(2)}%) matrix(${parts.join(', ')}, 0, 0)`,
      },
    ];
  });
}

const known = new Map<number, Side[]>();
export function sidesOf(front: number): Side[] {
  if (!known.has(front)) known.set(front, resting(front));
  return known.get(front)!;
}
