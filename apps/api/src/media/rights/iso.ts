import { boxAt, TruncatedFile } from '../formats/iso-media.ts';
import type { FileWindow } from '../formats/file-window.ts';
import type { Edit } from './edits.ts';
import { xmpOf } from './packet.ts';
import type { Rights } from './rights.ts';

/** A film in short pieces has two for each of them. */
const boxesMax = 20_000;
const xmpId = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex');
/** The box that stands for nothing. */
const free = Buffer.from('free');

/** A box of its own behind all others: nothing that a film says of its samples' places changes. */
const boxOf = (rights: Rights) => {
  const content = Buffer.concat([Buffer.from('uuid'), xmpId, Buffer.from(xmpOf(rights))]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(4 + content.length);
  return Buffer.concat([size, content]);
};

const walked = async (window: FileWindow, rights: Rights): Promise<readonly Edit[] | null> => {
  const edits: Edit[] = [];
  for (let offset = 0, boxes = 0; offset < window.size; boxes += 1) {
    if (boxes >= boxesMax) return null;
    const box = await boxAt(window, offset, window.size, true);
    // It says that it ends with the file, which it no longer does.
    if ((await window.at(offset, 4)).readUInt32BE(0) === 0) {
      const size = Buffer.alloc(4);
      size.writeUInt32BE(box.end - offset);
      edits.push({ start: offset, end: offset + 4, bytes: size });
    }
    // It keeps its length, so that all else keeps its place.
    if (box.type === 'uuid' && (await window.at(box.start, xmpId.length)).equals(xmpId))
      edits.push({ start: offset + 4, end: offset + 8, bytes: free });
    offset = box.end;
  }
  return [...edits, { start: window.size, end: window.size, bytes: boxOf(rights) }];
};

/** How an MP4 or QuickTime film says it, instead of what it said. Null where it can't be read. */
export const editsOfIso = async (window: FileWindow, rights: Rights): Promise<readonly Edit[] | null> => {
  try {
    return await walked(window, rights);
  } catch (error) {
    if (error instanceof TruncatedFile) return null;
    throw error;
  }
};
