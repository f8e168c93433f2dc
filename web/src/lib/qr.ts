// A QR code (ISO/IEC 18004) of a short text: bytes, error correction M, versions 1 to 10, which hold 213 bytes.
// Loaded only where somebody is invited.

/** By version: codewords for error correction in each block, and the data codewords of the blocks. */
const BLOCKS: readonly (readonly [number, readonly number[]])[] = [
  [10, [16]],
  [16, [28]],
  [26, [44]],
  [18, [32, 32]],
  [24, [43, 43]],
  [16, [27, 27, 27, 27]],
  [18, [31, 31, 31, 31]],
  [22, [38, 38, 39, 39]],
  [22, [36, 36, 36, 37, 37]],
  [26, [43, 43, 43, 43, 44]],
];
/** By version: where alignment patterns lie, in both directions. */
const ALIGNED: readonly (readonly number[])[] = [
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
  [6, 28, 50],
];
const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

const sum = (all: readonly number[]): number => all.reduce((total, each) => total + each, 0);

/** Multiplication in the field of 256 elements that the code is made of. */
function times(a: number, b: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    product ^= ((b >> bit) & 1) * a;
  }
  return product;
}

/** The remainder of Reed and Solomon: the codewords that correct errors. */
function correction(data: number[], length: number): number[] {
  const divisor: number[] = Array.from({ length }, (_, i) => (i === length - 1 ? 1 : 0));
  let root = 1;
  for (let i = 0; i < length; i++) {
    for (let j = 0; j < length; j++) divisor[j] = times(divisor[j]!, root) ^ (divisor[j + 1] ?? 0);
    root = times(root, 2);
  }
  const rest: number[] = Array.from({ length }, () => 0);
  for (const byte of data) {
    const factor = byte ^ rest.shift()!;
    rest.push(0);
    divisor.forEach((each, i) => (rest[i]! ^= times(each, factor)));
  }
  return rest;
}

/** All codewords in the order in which they are drawn: blocks take turns. */
function codewords(bytes: Uint8Array, version: number): number[] {
  const [length, sizes] = BLOCKS[version - 1]!;
  const room = sum(sizes);
  const bits: number[] = [];
  const put = (value: number, count: number): void => {
    for (let bit = count - 1; bit >= 0; bit--) bits.push((value >> bit) & 1);
  };
  put(4, 4); // bytes
  put(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) put(byte, 8);
  put(0, Math.min(4, room * 8 - bits.length));
  put(0, (8 - (bits.length % 8)) % 8);
  const data = Array.from({ length: bits.length / 8 }, (_, i) =>
    bits.slice(i * 8, i * 8 + 8).reduce((byte, bit) => byte * 2 + bit, 0),
  );
  for (let pad = 0xec; data.length < room; pad ^= 0xec ^ 0x11) data.push(pad);
  let from = 0;
  const blocks = sizes.map((size) => data.slice(from, (from += size)));
  const corrections = blocks.map((block) => correction(block, length));
  const inTurn = (all: number[][]): number[] =>
    Array.from({ length: Math.max(...all.map((each) => each.length)) }, (_, i) =>
      all.flatMap((each) => (i < each.length ? [each[i]!] : [])),
    ).flat();
  return [...inTurn(blocks), ...inTurn(corrections)];
}

class Drawing {
  readonly dark: boolean[][];
  /** What is not data: patterns and notes about the code itself. */
  readonly fixed: boolean[][];

  constructor(
    readonly version: number,
    readonly size = version * 4 + 17,
  ) {
    const empty = () => Array.from({ length: size }, () => Array.from({ length: size }, () => false));
    this.dark = empty();
    this.fixed = empty();
    this.patterns();
  }

  set(x: number, y: number, dark: boolean): void {
    if (x < 0 || y < 0 || x >= this.size || y >= this.size) return;
    this.dark[y]![x] = dark;
    this.fixed[y]![x] = true;
  }

  private patterns(): void {
    const { size } = this;
    for (let i = 0; i < size; i++) {
      this.set(6, i, i % 2 === 0);
      this.set(i, 6, i % 2 === 0);
    }
    const rings = (x: number, y: number, reach: number, light: number[]): void => {
      for (let dy = -reach; dy <= reach; dy++)
        for (let dx = -reach; dx <= reach; dx++)
          this.set(x + dx, y + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))));
    };
    for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]] as const) rings(x, y, 4, [2, 4]); // prettier-ignore
    const places = ALIGNED[this.version - 1]!;
    const last = places.at(-1);
    for (const x of places)
      for (const y of places) {
        // Three of the corners have patterns already.
        const corner = (x === 6 && (y === 6 || y === last)) || (x === last && y === 6);
        if (!corner) rings(x, y, 2, [1]);
      }
    this.note(0);
    if (this.version >= 7) this.versionNote();
  }

  /** Error correction M and the mask, twice. */
  note(mask: number): void {
    let rest = mask;
    for (let i = 0; i < 10; i++) rest = (rest << 1) ^ ((rest >> 9) * 0x537);
    const bits = ((mask << 10) | rest) ^ 0x5412;
    const bit = (i: number): boolean => ((bits >> i) & 1) === 1;
    const { size } = this;
    for (let i = 0; i < 15; i++) {
      this.set(8, i < 6 ? i : i < 8 ? i + 1 : size - 15 + i, bit(i));
      this.set(i < 8 ? size - 1 - i : i < 9 ? 15 - i : 14 - i, 8, bit(i));
    }
    this.set(8, size - 8, true);
  }

  private versionNote(): void {
    let rest = this.version;
    for (let i = 0; i < 12; i++) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25);
    const bits = (this.version << 12) | rest;
    for (let i = 0; i < 18; i++) {
      const [a, b] = [this.size - 11 + (i % 3), Math.floor(i / 3)];
      this.set(a, b, ((bits >> i) & 1) === 1);
      this.set(b, a, ((bits >> i) & 1) === 1);
    }
  }

  /** Data in columns of two, up and down from the right. */
  fill(words: number[]): void {
    let n = 0;
    for (let right = this.size - 1; right >= 1; right -= 2) {
      if (right === 6) right = 5;
      const up = ((right + 1) & 2) === 0;
      for (let step = 0; step < this.size; step++)
        for (const x of [right, right - 1]) {
          const y = up ? this.size - 1 - step : step;
          if (this.fixed[y]![x]) continue;
          this.dark[y]![x] = ((words[n >> 3] ?? 0) & (0x80 >> (n & 7))) !== 0;
          n += 1;
        }
    }
  }

  mask(number: number): void {
    const flips = MASKS[number]!;
    for (let y = 0; y < this.size; y++)
      for (let x = 0; x < this.size; x++)
        if (!this.fixed[y]![x] && flips(x, y)) this.dark[y]![x] = !this.dark[y]![x];
  }

  /** How hard it is to read: runs, blocks, what looks like a corner, and too much of one color. */
  penalty(): number {
    const lines = [...this.dark, ...this.dark.map((_, x) => this.dark.map((row) => row[x]!))];
    let points = 0;
    for (const line of lines) {
      const text = line.map(Number).join('');
      for (const run of text.match(/0{5,}|1{5,}/g) ?? []) points += run.length - 2;
      points += 40 * [...text.matchAll(/(?=00001011101|10111010000)/g)].length;
    }
    let darks = 0;
    this.dark.forEach((row, y) =>
      row.forEach((dark, x) => {
        darks += Number(dark);
        const below = this.dark[y + 1];
        if (below && x + 1 < this.size && [row[x + 1], below[x], below[x + 1]].every((each) => each === dark))
          points += 3;
      }),
    );
    return points + 10 * Math.floor(Math.abs((darks * 20) / this.size ** 2 - 10));
  }
}

/** The modules of a code, row by row; true is dark. */
export function qrCode(text: string): boolean[][] {
  const bytes = new TextEncoder().encode(text);
  const version = BLOCKS.findIndex(([, sizes], i) => bytes.length + (i < 9 ? 2 : 3) <= sum(sizes)) + 1;
  if (!version) throw new RangeError(`a QR code here holds 213 bytes; this text has ${bytes.length}`);
  const drawing = new Drawing(version);
  drawing.fill(codewords(bytes, version));
  let [best, least] = [0, Infinity];
  for (let number = 0; number < MASKS.length; number++) {
    drawing.mask(number);
    drawing.note(number);
    const penalty = drawing.penalty();
    if (penalty < least) [best, least] = [number, penalty];
    drawing.mask(number); // takes it off again
  }
  drawing.mask(best);
  drawing.note(best);
  return drawing.dark;
}

/** The dark modules as the path of an SVG with a quiet zone of four around them. */
export const qrPath = (modules: boolean[][]): string =>
  modules
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x + 4} ${y + 4}h1v1h-1z`] : [])))
    .join('');
