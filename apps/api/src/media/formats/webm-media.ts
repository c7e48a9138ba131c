import { FileWindow } from './file-window.ts';
import { nullIfMalformed, refuse } from './malformed-file.ts';

/** A live recording has an element for each frame and each block of sound: 300,000 per hour. */
const elementsMax = 600_000;
const tracksMax = 100;
const trackBytesMax = 1024 * 1024;
const headBytesMax = 1024;
const codecBytesMax = 64;
const idBytesMax = 4;
const sizeBytesMax = 8;

const ids = {
  head: 0x1a45dfa3,
  segment: 0x18538067,
  tracks: 0x1654ae6b,
  track: 0xae,
  trackType: 0x83,
  codec: 0x86,
  cluster: 0x1f43b675,
  void: 0xec,
  checkSum: 0xbf,
} as const;
/** Besides tracks and clusters: seek head, information, cues, tags, chapters. WebM allows no attachments. */
const segmentParts: readonly number[] = [0x114d9b74, 0x1549a966, 0x1c53bb6b, 0x1254c367, 0x1043a770];
/** Timestamp, simple block, block group, position, size of the previous cluster. */
const clusterParts: readonly number[] = [0xe7, 0xa3, 0xa0, 0xa7, 0xab];
const padding: readonly number[] = [ids.void, ids.checkSum];
/** Marks frames that are additionally compressed or encrypted. */
const contentEncodings = 0x6d80;
const videoTrack = 1;
const codecs = ['V_VP8', 'V_VP9', 'V_AV1', 'A_VORBIS', 'A_OPUS'];

interface Element {
  readonly id: number;
  /** The offsets in the file at which its content begins and ends; `end` is null if the file doesn't say. */
  readonly start: number;
  readonly end: number | null;
}

/** Returns the number after the marker bit; null if it is the reserved value for an unknown size. */
const sizeOf = (marked: Buffer): number | null => {
  const mask = 0xff >> marked.length;
  let size = (marked[0] ?? 0) & mask;
  let isUnknown = size === mask;
  for (const byte of marked.subarray(1)) {
    size = size * 256 + byte;
    isUnknown &&= byte === 0xff;
  }
  return isUnknown ? null : size;
};

/** Walks through a file once. @throws MalformedFile */
class Walk {
  #elements = 0;
  #tracks = 0;
  #hasVideo = false;
  #hasCluster = false;

  constructor(private readonly window: FileWindow) {}

  async isWhole(): Promise<boolean> {
    const head = await this.#elementAt(0, this.window.size);
    if (head.id !== ids.head || head.end === null || head.end - head.start > headBytesMax) return false;
    let offset = head.end;
    let segments = 0;
    while (offset < this.window.size) {
      const element = await this.#elementAt(offset, this.window.size);
      if (element.id === ids.segment) {
        if ((segments += 1) > 1) return false;
        await this.#segment(element.start, element.end ?? this.window.size);
      } else if (element.id !== ids.void) return false;
      offset = element.end ?? this.window.size;
    }
    return this.#hasVideo && this.#hasCluster;
  }

  async #segment(start: number, end: number) {
    for (let offset = start; offset < end;) {
      const element = await this.#elementAt(offset, end);
      if (element.id === ids.cluster) {
        this.#hasCluster = true;
        offset = element.end ?? (await this.#endOfCluster(element.start, end));
        continue;
      }
      if (element.end === null) return refuse();
      if (element.id === ids.tracks) await this.#trackEntries(element.start, element.end);
      else if (!segmentParts.includes(element.id) && !padding.includes(element.id)) return refuse();
      offset = element.end;
    }
  }

  /** A cluster of unknown size ends before the first element that can't be part of it. */
  async #endOfCluster(start: number, end: number): Promise<number> {
    for (let offset = start; offset < end;) {
      const element = await this.#elementAt(offset, end);
      if (!clusterParts.includes(element.id) && !padding.includes(element.id)) return offset;
      if (element.end === null) return refuse();
      offset = element.end;
    }
    return end;
  }

  async #trackEntries(start: number, end: number) {
    if (end - start > trackBytesMax) return refuse();
    for (let offset = start; offset < end;) {
      const element = await this.#elementAt(offset, end);
      if (element.end === null || (element.id === ids.track && (this.#tracks += 1) > tracksMax)) return refuse();
      if (element.id === ids.track) await this.#track(element.start, element.end);
      offset = element.end;
    }
  }

  async #track(start: number, end: number) {
    let codec = '';
    let type = 0;
    for (let offset = start; offset < end;) {
      const element = await this.#elementAt(offset, end);
      if (element.end === null || element.id === contentEncodings) return refuse();
      const content = await this.window.at(element.start, Math.min(element.end - element.start, codecBytesMax));
      if (element.id === ids.codec) codec = content.toString('latin1').replace(/\0+$/, '');
      if (element.id === ids.trackType) type = content.at(-1) ?? 0;
      offset = element.end;
    }
    if (!codecs.includes(codec)) return refuse();
    this.#hasVideo ||= type === videoTrack && codec.startsWith('V_');
  }

  async #elementAt(offset: number, end: number): Promise<Element> {
    if ((this.#elements += 1) > elementsMax) return refuse();
    const header = await this.window.at(offset, idBytesMax + sizeBytesMax);
    const idBytes = Math.clz32(header[0] ?? 0) - 23;
    if (idBytes > idBytesMax || idBytes >= header.length) return refuse();
    const sizeBytes = Math.clz32(header[idBytes] ?? 0) - 23;
    if (sizeBytes > sizeBytesMax || idBytes + sizeBytes > header.length) return refuse();
    const marked = header.subarray(idBytes, idBytes + sizeBytes);
    const start = offset + idBytes + sizeBytes;
    const id = header.readUIntBE(0, idBytes);
    const size = sizeOf(marked);
    if (size === null) return { id, start, end: null };
    if (start + size > end) return refuse();
    return { id, start, end: start + size };
  }
}

/**
 * Whether a WebM video is complete and self-contained: its elements fill the file to the last byte, it has a video
 * track in a WebM codec and frames for it, and no attachments. A live recording, which doesn't state where its parts
 * end, is complete if its last part is.
 */
export const isWholeWebm = async (file: string): Promise<boolean> =>
  (await nullIfMalformed(() => FileWindow.over(file, (window) => new Walk(window).isWhole()))) ?? false;
