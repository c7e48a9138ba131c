import type { FileWindow } from '../../formats/file-window.ts';
import type { Edit } from '../edits.ts';
import { multiPictureEdits, multiPictureName } from './multi-picture.ts';
import { iimOf } from '../packet.ts';
import { photoshopName, photoshopOf, photoshopParts } from './photoshop.ts';
import type { Rights } from '../rights.ts';
import { mergedXmp, withoutRights } from '../xmp-merge.ts';

const segmentsMax = 2_000;
const marker = { jfif: 0xe0, exif: 0xe1, parts: 0xe2, photoshop: 0xed, start: 0xd8, scan: 0xda, end: 0xd9 } as const;
const xmpName = 'http://ns.adobe.com/xap/1.0/\0';
const exifName = 'Exif\0\0';
const nameBytesMax = 40;
const contentBytesMax = 0xffff - 2;

const segment = (kind: number, content: Buffer) => {
  const header = Buffer.from([0xff, kind, 0, 0]);
  header.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([header, content]);
};

/** What a JPEG says before its pixels. */
interface Head {
  /** Where the rights go: their standards require JFIF first, and Exif next. */
  insertAt: number;
  /** Its own XMP, without the part that it keeps in further segments, which stays. */
  xmp: Buffer | null;
  iim: Buffer | null;
  /** The list of further pictures behind it. */
  pictures: { readonly content: Buffer; readonly at: number } | null;
  readonly replaced: Edit[];
}

const readSegment = async (window: FileWindow, offset: number, end: number, head: Head): Promise<void> => {
  const kind = (await window.at(offset, 2))[1];
  const at = offset + 4;
  const content = Buffer.from(await window.at(at, end - at));
  const begins = (name: string) => content.subarray(0, name.length).equals(Buffer.from(name, 'latin1'));
  if (kind === marker.exif && begins(xmpName)) {
    head.xmp ??= content.subarray(xmpName.length);
    head.replaced.push({ start: offset, end, bytes: Buffer.alloc(0) });
  }
  if (kind === marker.parts && begins(multiPictureName)) head.pictures ??= { content, at };
  if (kind === marker.photoshop && begins(photoshopName)) {
    const parts = photoshopParts(content);
    if (!parts) return;
    head.iim ??= parts.iim;
    const bytes = parts.rest.length > 0 ? segment(marker.photoshop, parts.rest) : parts.rest;
    head.replaced.push({ start: offset, end, bytes });
  }
};

/** Null if it is malformed. */
const readHead = async (window: FileWindow): Promise<Head | null> => {
  const start = await window.at(0, 2);
  if (start.length < 2 || start[0] !== 0xff || start[1] !== marker.start) return null;
  const head: Head = { insertAt: 2, xmp: null, iim: null, pictures: null, replaced: [] };
  let offset = 2;
  let isFirst = true;
  for (let segments = 0; segments < segmentsMax; segments += 1) {
    const header = await window.at(offset, 4 + nameBytesMax);
    const [first, kind = 0] = header;
    if (first !== 0xff || header.length < 4) return null;
    if (kind === 0xff) {
      offset += 1;
      continue;
    }
    if (kind === marker.scan || kind === marker.end) return head;
    const end = offset + 2 + header.readUInt16BE(2);
    if (end < offset + 4 || end > window.size) return null;
    isFirst &&= kind === marker.jfif || (kind === marker.exif && header.toString('latin1', 4).startsWith(exifName));
    if (isFirst) head.insertAt = end;
    await readSegment(window, offset, end, head);
    offset = end;
  }
  return null;
};

const grown = (edits: readonly Edit[]) =>
  edits.reduce((sum, { start, end, bytes }) => sum + bytes.length - (end - start), 0);

/**
 * Returns the edits that put the rights into segments before the picture, in place of those that it states. Null if it
 * is malformed.
 */
export const editsOfJpeg = async (window: FileWindow, rights: Rights): Promise<readonly Edit[] | null> => {
  const head = await readHead(window);
  if (!head) return null;
  const { insertAt, pictures } = head;
  const xmpMax = contentBytesMax - xmpName.length;
  // Where there is no space for both, the IIM states the rights.
  const xmp = mergedXmp(head.xmp, rights, xmpMax) ?? withoutRights(head.xmp);
  const iim = photoshopOf(iimOf(rights, head.iim ?? undefined));
  const written = [
    segment(marker.exif, Buffer.concat([Buffer.from(xmpName), xmp])),
    segment(marker.photoshop, iim.length <= contentBytesMax ? iim : photoshopOf(head.iim ?? Buffer.alloc(0))),
  ];
  const edits = [{ start: insertAt, end: insertAt, bytes: Buffer.concat(written) }, ...head.replaced];
  if (!pictures) return edits;
  const shift = { picture: grown(edits), behind: grown(edits.filter(({ start }) => start > pictures.at)) };
  const corrected = multiPictureEdits(pictures.content, pictures.at, shift);
  return [...edits, ...corrected].toSorted((one, other) => one.start - other.start);
};
