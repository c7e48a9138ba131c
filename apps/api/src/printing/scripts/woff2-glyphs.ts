import { ByteReader } from './byte-reader.ts';
import { words, writeOutline } from './outlines.ts';
import type { Point } from './outlines.ts';

/** Tables of TrueType outlines. `loca` has the long format. */
export interface Outlines {
  readonly glyf: Buffer;
  readonly loca: Buffer;
}

const areInstructionsFollowing = 0x0100;
const isMoreFollowing = 0x0020;
const areArgumentsWords = 0x0001;
const hasScale = 0x0008;
const hasTwoScales = 0x0040;
const hasMatrix = 0x0080;

/** The parts of a transformed `glyf` table: one stream for each kind of data. */
class Streams {
  readonly glyphs: number;
  readonly contours: ByteReader;
  readonly points: ByteReader;
  readonly flags: ByteReader;
  readonly coordinates: ByteReader;
  readonly composites: ByteReader;
  readonly boxBits: Buffer;
  readonly boxes: ByteReader;
  readonly instructions: ByteReader;

  constructor(transformed: Buffer) {
    const table = new ByteReader(transformed);
    table.uint32();
    this.glyphs = table.uint16();
    table.uint16();
    const sizes = Array.from({ length: 7 }, table.uint32);
    const [contours, points, flags, coordinates, composites, boxes, instructions] = sizes.map((size) =>
      table.bytes(size),
    ) as [Buffer, Buffer, Buffer, Buffer, Buffer, Buffer, Buffer];
    this.contours = new ByteReader(contours);
    this.points = new ByteReader(points);
    this.flags = new ByteReader(flags);
    this.coordinates = new ByteReader(coordinates);
    this.composites = new ByteReader(composites);
    const bitmapBytes = 4 * Math.ceil(this.glyphs / 32);
    this.boxBits = boxes.subarray(0, bitmapBytes);
    this.boxes = new ByteReader(boxes.subarray(bitmapBytes));
    this.instructions = new ByteReader(instructions);
  }

  hasBox(glyph: number): boolean {
    return ((this.boxBits[glyph >> 3] ?? 0) & (0x80 >> (glyph & 7))) !== 0;
  }

  readInstructions(): Buffer {
    return this.instructions.bytes(this.coordinates.short255());
  }
}

const signed = (flag: number, value: number) => (flag & 1 ? value : -value);

/** Reads how far the next point is from the last one, by the table of the standard (5.2, "triplet encoding"). */
const readStep = (flag: number, data: ByteReader): readonly [number, number] => {
  if (flag < 10) return [0, signed(flag, ((flag & 14) << 7) + data.byte())];
  if (flag < 20) return [signed(flag, (((flag - 10) & 14) << 7) + data.byte()), 0];
  if (flag < 84) {
    const [high, low] = [flag - 20, data.byte()];
    return [signed(flag, 1 + (high & 0x30) + (low >> 4)), signed(flag >> 1, 1 + ((high & 0x0c) << 2) + (low & 0x0f))];
  }
  if (flag < 120) {
    const high = flag - 84;
    const x = signed(flag, 1 + (Math.floor(high / 12) << 8) + data.byte());
    return [x, signed(flag >> 1, 1 + (((high % 12) >> 2) << 8) + data.byte())];
  }
  if (flag < 124) {
    const [first, second, third] = [data.byte(), data.byte(), data.byte()];
    return [signed(flag, (first << 4) + (second >> 4)), signed(flag >> 1, ((second & 0x0f) << 8) + third)];
  }
  return [signed(flag, data.uint16()), signed(flag >> 1, data.uint16())];
};

const readPoints = ({ flags, coordinates }: Streams, count: number): readonly Point[] => {
  const points: Point[] = [];
  let [x, y] = [0, 0];
  for (let point = 0; point < count; point += 1) {
    const flag = flags.byte();
    const [dx, dy] = readStep(flag & 0x7f, coordinates);
    x += dx;
    y += dy;
    points.push({ x, y, isOnCurve: flag < 0x80 });
  }
  return points;
};

const readSimpleGlyph = (streams: Streams, contours: number, box: Buffer | null): Buffer => {
  let count = 0;
  const ends = Array.from({ length: contours }, () => (count += streams.points.short255()) - 1);
  const points = readPoints(streams, count);
  return writeOutline(ends, points, { box, instructions: streams.readInstructions() });
};

/** How many bytes of a component follow its flags. */
const componentBytes = (flags: number) =>
  2 +
  (flags & areArgumentsWords ? 4 : 2) +
  (flags & hasScale ? 2 : flags & hasTwoScales ? 4 : flags & hasMatrix ? 8 : 0);

const readCompositeGlyph = (streams: Streams, box: Buffer): Buffer => {
  const parts = [words([-1]), box];
  let flags = isMoreFollowing;
  let hasInstructions = false;
  while (flags & isMoreFollowing) {
    const head = streams.composites.bytes(2);
    flags = head.readUInt16BE();
    hasInstructions ||= (flags & areInstructionsFollowing) !== 0;
    parts.push(head, streams.composites.bytes(componentBytes(flags)));
  }
  if (!hasInstructions) return Buffer.concat(parts);
  const instructions = streams.readInstructions();
  return Buffer.concat([...parts, words([instructions.length]), instructions]);
};

const readGlyph = (streams: Streams, glyph: number): Buffer => {
  const contours = streams.contours.int16();
  if (contours === 0) return Buffer.alloc(0);
  const box = streams.hasBox(glyph) ? streams.boxes.bytes(8) : null;
  return contours > 0 ? readSimpleGlyph(streams, contours, box) : readCompositeGlyph(streams, box ?? Buffer.alloc(8));
};

/** Undoes the transformation of a `glyf` table in WOFF 2.0 (5.1 of the standard). */
export const restoreOutlines = (transformed: Buffer): Outlines => {
  const streams = new Streams(transformed);
  const loca = Buffer.alloc(4 * (streams.glyphs + 1));
  const glyphs: Buffer[] = [];
  let offset = 0;
  for (let glyph = 0; glyph < streams.glyphs; glyph += 1) {
    const outline = readGlyph(streams, glyph);
    const padding = Buffer.alloc(outline.length % 2);
    glyphs.push(outline, padding);
    offset += outline.length + padding.length;
    loca.writeUInt32BE(offset, 4 * (glyph + 1));
  }
  return { glyf: Buffer.concat(glyphs), loca };
};
