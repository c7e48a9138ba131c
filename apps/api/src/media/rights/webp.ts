import type { FileWindow } from '../formats/file-window.ts';
import type { Edit } from './edits.ts';
import type { Rights } from './rights.ts';
import { mergedXmp } from './xmp-merge.ts';

/** An animation has one for each frame. */
const chunksMax = 5_000;
const riffBytes = 12;
const xmpBytesMax = 16 * 1024 * 1024;
const xmpType = 'XMP ';
const hasXmp = 0x04;
const hasAlpha = 0x10;
const none = Buffer.alloc(0);

const chunk = (type: string, content: Buffer) => {
  const header = Buffer.alloc(8);
  header.write(type, 'latin1');
  header.writeUInt32LE(content.length, 4);
  return Buffer.concat([header, content, Buffer.alloc(content.length % 2)]);
};

const extended = (flags: number, width: number, height: number) => {
  const content = Buffer.alloc(10);
  content[0] = flags;
  content.writeUIntLE(width - 1, 4, 3);
  content.writeUIntLE(height - 1, 7, 3);
  return chunk('VP8X', content);
};

/**
 * Builds the extended header for a picture that has none, from the picture's own header. Null if that is malformed.
 * @param content the beginning of the picture's chunk
 */
const headerFor = (type: string, content: Buffer): Buffer | null => {
  if (type === 'VP8 ' && content.length >= 10 && content.readUIntBE(3, 3) === 0x9d012a)
    return extended(hasXmp, content.readUInt16LE(6) & 0x3fff, content.readUInt16LE(8) & 0x3fff);
  if (type === 'VP8L' && content.length >= 5 && content[0] === 0x2f) {
    const bits = content.readUInt32LE(1);
    const alpha = (bits >>> 28) & 1 ? hasAlpha : 0;
    return extended(hasXmp | alpha, (bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
  }
  return null;
};

/**
 * Returns the edits that put the rights into a chunk after the picture, replacing any there. Null if it is malformed.
 */
export const editsOfWebp = async (window: FileWindow, rights: Rights): Promise<readonly Edit[] | null> => {
  const riff = await window.at(0, riffBytes);
  if (riff.length < riffBytes || riff.toString('latin1', 0, 4) !== 'RIFF' || riff.toString('latin1', 8) !== 'WEBP')
    return null;
  const contentEnd = 8 + riff.readUInt32LE(4);
  if (contentEnd > window.size) return null;
  const edits: Edit[] = [];
  let own: Buffer | null = null;
  let offset = riffBytes;
  for (let chunks = 0; offset < contentEnd; chunks += 1) {
    const header = await window.at(offset, 18);
    if (header.length < 8 || chunks >= chunksMax) return null;
    const type = header.toString('latin1', 0, 4);
    const length = header.readUInt32LE(4);
    const end = offset + 8 + length + (length % 2);
    if (end > contentEnd) return null;
    if (chunks === 0 && type === 'VP8X') {
      edits.push({ start: offset + 8, end: offset + 9, bytes: Buffer.from([(header[8] ?? 0) | hasXmp]) });
    } else if (chunks === 0) {
      const bytes = headerFor(type, header.subarray(8));
      if (!bytes) return null;
      edits.push({ start: offset, end: offset, bytes });
    }
    if (type === xmpType) {
      if (length > xmpBytesMax) return null;
      own ??= await window.all(offset + 8, length);
      edits.push({ start: offset, end, bytes: none });
    }
    offset = end;
  }
  edits.push({ start: contentEnd, end: contentEnd, bytes: chunk(xmpType, mergedXmp(own, rights) ?? none) });
  const grown = edits.reduce((sum, { start, end, bytes }) => sum + bytes.length - (end - start), 0);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(contentEnd - 8 + grown);
  return [{ start: 4, end: 8, bytes: size }, ...edits];
};
