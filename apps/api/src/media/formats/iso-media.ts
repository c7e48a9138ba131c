import { FileWindow } from './file-window.ts';

/** Of a film in short pieces, as players stream them, there are a few in each second. */
const boxesMax = 200_000;
const tracksMax = 100;
const headerBytes = 8;
const longHeaderBytes = 16;
const videoHandler = 'vide';

interface Box {
  readonly type: string;
  /** Where its content begins and ends in the file. */
  readonly start: number;
  readonly end: number;
}

interface Found {
  boxes: number;
  tracks: number;
  descriptions: number;
  hasPictures: boolean;
  hasVideo: boolean;
}

export class TruncatedFile extends Error {}
const refuse = (): never => {
  throw new TruncatedFile();
};

/** Which of the boxes that hold boxes may be in which; in any other place they are a trap for who follows them. */
const containersIn: Readonly<Record<string, readonly string[]>> = {
  '': ['moov'],
  moov: ['trak'],
  trak: ['mdia'],
  mdia: ['minf'],
  minf: ['dinf', 'stbl'],
  dinf: [],
  stbl: [],
};
/** Films that are packed, or are in other files. */
const refusedBoxes = ['cmov', 'rmra', 'rmda'];
/** Bytes of an entry in the tables of samples, which say how many entries follow. */
const tableEntryBytes: Readonly<Record<string, number>> = { stts: 8, ctts: 8, stsc: 12, stss: 4, stco: 4, co64: 8 };

export const boxAt = async (window: FileWindow, offset: number, end: number, isTop: boolean): Promise<Box> => {
  const header = await window.at(offset, longHeaderBytes);
  if (offset + headerBytes > end || header.length < headerBytes) return refuse();
  const type = header.toString('latin1', 4, 8);
  const short = header.readUInt32BE(0);
  const isLong = short === 1;
  if (isLong && header.length < longHeaderBytes) return refuse();
  // No size means: to the end of the file.
  const size = isLong ? Number(header.readBigUInt64BE(8)) : short === 0 && isTop ? end - offset : short;
  const start = offset + (isLong ? longHeaderBytes : headerBytes);
  if (offset + size < start || offset + size > end) return refuse();
  return { type, start, end: offset + size };
};

/** The number that stands so many bytes behind the box's version. */
const numberIn = async (window: FileWindow, { start, end }: Box, offset: number): Promise<number> => {
  if (start + offset + 4 > end) return refuse();
  return (await window.at(start + offset, 4)).readUInt32BE(0);
};

/** Each entry says by its lowest flag that the samples are in this very file. */
const checkReferences = async (window: FileWindow, box: Box, found: Found) => {
  const count = await numberIn(window, box, 4);
  let offset = box.start + headerBytes;
  let entries = 0;
  for (; offset < box.end; entries += 1) {
    const entry = await boxAt(window, offset, box.end, false);
    if (((await numberIn(window, entry, 0)) & 1) === 0 || (found.boxes += 1) > boxesMax) refuse();
    offset = entry.end;
  }
  if (entries === 0 || entries !== count) refuse();
};

const checkSizes = async (window: FileWindow, box: Box) => {
  const each = await numberIn(window, box, 4);
  const count = await numberIn(window, box, 8);
  if (each === 0 ? box.start + 12 + count * 4 > box.end : each * count > window.size) refuse();
};

const readBox = async (window: FileWindow, box: Box, parent: string, found: Found): Promise<void> => {
  const { type, start, end } = box;
  const entryBytes = parent === 'stbl' ? tableEntryBytes[type] : undefined;
  if (refusedBoxes.includes(type)) refuse();
  if (entryBytes && start + headerBytes + (await numberIn(window, box, 4)) * entryBytes > end) refuse();
  if (parent === 'stbl' && type === 'stsz') await checkSizes(window, box);
  if (parent === 'dinf' && type === 'dref') await checkReferences(window, box, found);
  if (parent === 'mdia' && type === 'hdlr') {
    found.hasVideo ||= (await window.at(start + headerBytes, 4)).toString('latin1') === videoHandler;
  }
  if (parent === '' && type === 'mdat') found.hasPictures = true;
  if (type === 'moov' && (found.descriptions += 1) > 1) refuse();
  if (type === 'trak' && (found.tracks += 1) > tracksMax) refuse();
  if (containersIn[type]) {
    if (!containersIn[parent]?.includes(type)) refuse();
    await walk(window, { type, start, end }, found);
  }
};

const walk = async (window: FileWindow, { type: parent, start, end }: Box, found: Found): Promise<void> => {
  // QuickTime ends some boxes with a zero of four bytes, which is no box.
  const rest = parent === '' ? 0 : headerBytes - 1;
  for (let offset = start; offset + rest < end;) {
    if ((found.boxes += 1) > boxesMax) refuse();
    const box = await boxAt(window, offset, end, parent === '');
    await readBox(window, box, parent, found);
    offset = box.end;
  }
};

/**
 * Whether an MP4 or QuickTime film holds together on its own: its boxes fill it to the last byte, its one description
 * has a track of pictures and no more entries than bytes, its samples are in it and in no other place, and no box
 * leads who follows it around. A film that was cut off, or only begins like one, is not whole.
 */
export const isWholeIsoMedia = (file: string): Promise<boolean> =>
  FileWindow.over(file, async (window) => {
    const found: Found = { boxes: 0, tracks: 0, descriptions: 0, hasPictures: false, hasVideo: false };
    try {
      await walk(window, { type: '', start: 0, end: window.size }, found);
    } catch (error) {
      if (error instanceof TruncatedFile) return false;
      throw error;
    }
    return found.hasPictures && found.hasVideo;
  });
