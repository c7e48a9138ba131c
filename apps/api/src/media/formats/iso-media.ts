import { FileWindow } from './file-window.ts';
import { nullIfMalformed, refuse } from './malformed-file.ts';

/** A video fragmented for streaming has a few boxes per second. */
const boxesMax = 200_000;
const tracksMax = 100;
const headerBytes = 8;
const longHeaderBytes = 16;
const videoHandler = 'vide';

interface Box {
  readonly type: string;
  /** The offsets in the file at which its content begins and ends. */
  readonly start: number;
  readonly end: number;
}

/** What was found so far. */
interface Found {
  boxes: number;
  tracks: number;
  /** The number of `moov` boxes. */
  descriptions: number;
  hasMediaData: boolean;
  hasVideo: boolean;
}

/** Which container boxes each container may have. Anywhere else, they are a trap for a program that follows them. */
const containersIn: Readonly<Record<string, readonly string[]>> = {
  '': ['moov'],
  moov: ['trak'],
  trak: ['mdia'],
  mdia: ['minf'],
  minf: ['dinf', 'stbl'],
  dinf: [],
  stbl: [],
};
/** Compressed movie headers, and references to movies in other files. */
const refusedBoxes = ['cmov', 'rmra', 'rmda'];
/** The size of an entry in each sample table. A table states its number of entries. */
const tableEntryBytes: Readonly<Record<string, number>> = { stts: 8, ctts: 8, stsc: 12, stss: 4, stco: 4, co64: 8 };

export const boxAt = async (window: FileWindow, offset: number, end: number, isTop: boolean): Promise<Box> => {
  const header = await window.at(offset, longHeaderBytes);
  if (offset + headerBytes > end || header.length < headerBytes) return refuse();
  const type = header.toString('latin1', 4, 8);
  const short = header.readUInt32BE(0);
  const isLong = short === 1;
  if (isLong && header.length < longHeaderBytes) return refuse();
  // Size 0 means that the box extends to the end of the file.
  const size = isLong ? Number(header.readBigUInt64BE(8)) : short === 0 && isTop ? end - offset : short;
  const start = offset + (isLong ? longHeaderBytes : headerBytes);
  if (offset + size < start || offset + size > end) return refuse();
  return { type, start, end: offset + size };
};

/** Reads the number at this offset of the box's content. */
const numberIn = async (window: FileWindow, { start, end }: Box, offset: number): Promise<number> => {
  if (start + offset + 4 > end) return refuse();
  return (await window.at(start + offset, 4)).readUInt32BE(0);
};

/** Each entry's lowest flag must say that the samples are in this file. */
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
  if (parent === '' && type === 'mdat') found.hasMediaData = true;
  if (type === 'moov' && (found.descriptions += 1) > 1) refuse();
  if (type === 'trak' && (found.tracks += 1) > tracksMax) refuse();
  if (containersIn[type]) {
    if (!containersIn[parent]?.includes(type)) refuse();
    await walk(window, { type, start, end }, found);
  }
};

const walk = async (window: FileWindow, { type: parent, start, end }: Box, found: Found): Promise<void> => {
  // QuickTime ends some boxes with four zero bytes, which are not a box.
  const trailingBytes = parent === '' ? 0 : headerBytes - 1;
  for (let offset = start; offset + trailingBytes < end;) {
    if ((found.boxes += 1) > boxesMax) refuse();
    const box = await boxAt(window, offset, end, parent === '');
    await readBox(window, box, parent, found);
    offset = box.end;
  }
};

/**
 * Whether an MP4 or QuickTime video is complete and self-contained: its boxes fill the file to the last byte; its only
 * `moov` box has a video track, and no table claims more entries than fit; all samples are in this file; and no
 * container is in a place where it could mislead a reader. A file that is truncated, or only begins like a video,
 * isn't.
 */
export const isWholeIsoMedia = async (file: string): Promise<boolean> => {
  const found: Found = { boxes: 0, tracks: 0, descriptions: 0, hasMediaData: false, hasVideo: false };
  const isWhole = await nullIfMalformed(() =>
    FileWindow.over(file, async (window) => {
      await walk(window, { type: '', start: 0, end: window.size }, found);
      return found.hasMediaData && found.hasVideo;
    }),
  );
  return isWhole ?? false;
};
