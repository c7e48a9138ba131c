import type { Path } from 'fontkit';

/** In font units. A point that is not on the curve controls it. */
export interface Point {
  readonly x: number;
  readonly y: number;
  readonly isOnCurve: boolean;
}

export const words = (values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(2 * values.length);
  for (const [index, value] of values.entries()) bytes.writeInt16BE(value, 2 * index);
  return bytes;
};

const boundsOf = (points: readonly Point[]): Buffer => {
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of points) {
    left = Math.min(left, x);
    bottom = Math.min(bottom, y);
    right = Math.max(right, x);
    top = Math.max(top, y);
  }
  return words([left, bottom, right, top]);
};

/** Writes where each point is relative to the one before. */
const stepsOf = (points: readonly Point[]): Buffer => {
  const bytes = Buffer.alloc(5 * points.length);
  let [lastX, lastY] = [0, 0];
  for (const [index, { x, y, isOnCurve }] of points.entries()) {
    bytes.writeUInt8(Number(isOnCurve), index);
    bytes.writeInt16BE(x - lastX, points.length + 2 * index);
    bytes.writeInt16BE(y - lastY, 3 * points.length + 2 * index);
    [lastX, lastY] = [x, y];
  }
  return bytes;
};

/**
 * Writes a glyph for a `glyf` table.
 * @param ends the index of the last point of each contour
 * @param box its recorded bounds, if they differ from those of its points
 */
export const writeOutline = (
  ends: readonly number[],
  points: readonly Point[],
  { box = null, instructions = Buffer.alloc(0) }: { readonly box?: Buffer | null; readonly instructions?: Buffer } = {},
): Buffer =>
  Buffer.concat([
    words([ends.length]),
    box ?? boundsOf(points),
    words([...ends, instructions.length]),
    instructions,
    stepsOf(points),
  ]);

/** Writes a path of lines and quadratic curves as a glyph. */
export const outlineOf = ({ commands }: Path): Buffer => {
  const points: Point[] = [];
  const ends: number[] = [];
  for (const { command, args } of commands) {
    if (command === 'closePath') ends.push(points.length - 1);
    for (let at = 0; at < args.length; at += 2) {
      const isOnCurve = at + 2 === args.length;
      points.push({ x: Math.round(args[at] ?? 0), y: Math.round(args[at + 1] ?? 0), isOnCurve });
    }
  }
  return writeOutline(ends, points);
};
