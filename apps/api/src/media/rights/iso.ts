import type { FileWindow } from '../formats/file-window.ts';
import { boxAt } from '../formats/iso-media.ts';
import { nullIfMalformed } from '../formats/malformed-file.ts';
import type { Edit } from './edits.ts';
import type { Rights } from './rights.ts';
import { mergedXmp } from './xmp-merge.ts';

/** A fragmented video has two for each fragment. */
const boxesMax = 20_000;
const xmpBytesMax = 16 * 1024 * 1024;
const xmpId = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex');
/** The type of a box that readers ignore. */
const free = Buffer.from('free');

/** A separate box after all others, so that the offsets of the samples stay valid. */
const boxOf = (xmp: Buffer) => {
  const content = Buffer.concat([Buffer.from('uuid'), xmpId, xmp]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(4 + content.length);
  return Buffer.concat([size, content]);
};

const findEdits = async (window: FileWindow, rights: Rights): Promise<readonly Edit[] | null> => {
  const edits: Edit[] = [];
  let own: Buffer | null = null;
  for (let offset = 0, boxes = 0; offset < window.size; boxes += 1) {
    if (boxes >= boxesMax) return null;
    const box = await boxAt(window, offset, window.size, true);
    // It claims to end with the file, which will no longer be true.
    if ((await window.at(offset, 4)).readUInt32BE(0) === 0) {
      const size = Buffer.alloc(4);
      size.writeUInt32BE(box.end - offset);
      edits.push({ start: offset, end: offset + 4, bytes: size });
    }
    // An old packet is ignored, but keeps its length, so that no offset changes.
    if (box.type === 'uuid' && (await window.at(box.start, xmpId.length)).equals(xmpId)) {
      const [start, length] = [box.start + xmpId.length, box.end - box.start - xmpId.length];
      if (length > xmpBytesMax) return null;
      own ??= await window.all(start, length);
      edits.push({ start: offset + 4, end: offset + 8, bytes: free });
    }
    offset = box.end;
  }
  return [...edits, { start: window.size, end: window.size, bytes: boxOf(mergedXmp(own, rights) ?? Buffer.alloc(0)) }];
};

/**
 * Returns the edits that put the rights into an MP4 or QuickTime video, replacing any there. Null if it is malformed.
 */
export const editsOfIso = async (window: FileWindow, rights: Rights): Promise<readonly Edit[] | null> =>
  nullIfMalformed(() => findEdits(window, rights));
