import type { Edit } from '../edits.ts';

/** Begins the segment in which a JPEG names further pictures behind it: its gain map, or a second eye's view. */
export const multiPictureName = 'MPF\0';
const entriesTag = 0xb002;
const entryBytes = 16;

interface Shift {
  /** How many bytes longer the first picture becomes, and what follows the segment. */
  readonly picture: number;
  readonly behind: number;
}

/**
 * Returns the edits that keep the list of pictures true: it gives the size of the first, and the distance of each other
 * one from the list.
 * @param content the segment's
 * @param at where the content begins in the file
 */
export const multiPictureEdits = (content: Buffer, at: number, { picture, behind }: Shift): readonly Edit[] => {
  const start = multiPictureName.length;
  const isLittle = content.toString('latin1', start, start + 2) === 'II';
  const isInside = (offset: number, length: number) => offset >= 0 && offset + length <= content.length;
  const short = (offset: number) => (isLittle ? content.readUInt16LE(offset) : content.readUInt16BE(offset));
  const long = (offset: number) => (isLittle ? content.readUInt32LE(offset) : content.readUInt32BE(offset));
  const edit = (offset: number, by: number): readonly Edit[] => {
    const value = long(offset);
    if (value === 0 || by === 0 || value + by < 0) return [];
    const bytes = Buffer.alloc(4);
    if (isLittle) bytes.writeUInt32LE(value + by);
    else bytes.writeUInt32BE(value + by);
    return [{ start: at + offset, end: at + offset + 4, bytes }];
  };
  if (!isInside(start, 8)) return [];
  const directory = start + long(start + 4);
  if (!isInside(directory, 2)) return [];
  for (let field = directory + 2, left = short(directory); left > 0; field += 12, left -= 1) {
    if (!isInside(field, 12)) return [];
    if (short(field) !== entriesTag) continue;
    const entries = start + long(field + 8);
    const bytes = long(field + 4);
    if (!isInside(entries, bytes)) return [];
    return Array.from({ length: Math.floor(bytes / entryBytes) }, (_unused, index) => {
      const entry = entries + index * entryBytes;
      return [...(index === 0 ? edit(entry + 4, picture) : []), ...edit(entry + 8, behind)];
    }).flat();
  }
  return [];
};
