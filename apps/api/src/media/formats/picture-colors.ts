import { boxAt } from './iso-media.ts';
import { FileWindow } from './file-window.ts';
import { nullIfMalformed } from './malformed-file.ts';

/** How a picture's numbers are to be read, by the codes of ITU-T H.273. */
export interface CodedColors {
  readonly primaries: number;
  readonly transfer: number;
}

export interface PictureColors {
  readonly coded: CodedColors | null;
  /** An ICC profile. */
  readonly profile: Buffer | null;
}

const none: PictureColors = { coded: null, profile: null };
const boxesMax = 5_000;
const profileBytesMax = 60 * 1024;
const pngHeadBytes = 8;
const fullBoxBytes = 4;

/** The boxes that lead to a picture's properties. */
const path = ['meta', 'iprp', 'ipco'];

/** Finds the first properties of their kind: they are the whole picture's, those of its parts and helpers follow. */
const isoColors = (window: FileWindow) =>
  nullIfMalformed(async () => {
    let [offset, end, depth] = [0, window.size, 0];
    let found = none;
    for (let boxes = 0; offset < end && boxes < boxesMax; boxes += 1) {
      const box = await boxAt(window, offset, end, depth === 0);
      offset = box.end;
      if (box.type === path[depth]) {
        [offset, end, depth] = [box.start + (box.type === 'meta' ? fullBoxBytes : 0), box.end, depth + 1];
      } else if (depth === path.length && box.type === 'colr') {
        const content = await window.at(box.start, Math.min(box.end - box.start, profileBytesMax));
        const kind = content.toString('latin1', 0, 4);
        if (kind === 'nclx' && content.length >= 8)
          found = {
            ...found,
            coded: found.coded ?? { primaries: content.readUInt16BE(4), transfer: content.readUInt16BE(6) },
          };
        if (kind === 'prof' || kind === 'rICC')
          found = { ...found, profile: found.profile ?? Buffer.from(content.subarray(4)) };
      }
    }
    return found;
  });

/** A PNG says it in a chunk before its pixels. sharp applies its profile. */
const pngColors = async (window: FileWindow): Promise<PictureColors> => {
  for (let offset = pngHeadBytes, chunks = 0; offset < window.size && chunks < boxesMax; chunks += 1) {
    const head = await window.at(offset, 12);
    if (head.length < 12) break;
    const type = head.toString('latin1', 4, 8);
    if (type === 'cICP') return { ...none, coded: { primaries: head.readUInt8(8), transfer: head.readUInt8(9) } };
    if (type === 'IDAT') break;
    offset += 12 + head.readUInt32BE(0);
  }
  return none;
};

/** Reads what an AVIF, HEIC or PNG says about its colors; nothing for other formats, and if it is malformed. */
export const pictureColorsOf = (file: string, format: string): Promise<PictureColors> =>
  FileWindow.over(file, async (window) => {
    if (format === 'heif' || format === 'heic') return (await isoColors(window)) ?? none;
    return format === 'png' ? pngColors(window) : none;
  });
