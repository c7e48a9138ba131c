import type { FileWindow } from '../formats/file-window.ts';
import type { Edit } from './edits.ts';
import { iimOf, xmpOf } from './packet.ts';
import type { Rights } from './rights.ts';

const segmentsMax = 2_000;
const marker = { jfif: 0xe0, exif: 0xe1, photoshop: 0xed, start: 0xd8, scan: 0xda, end: 0xd9 } as const;
const xmpName = 'http://ns.adobe.com/xap/1.0/\0';
const xmpNames = [xmpName, 'http://ns.adobe.com/xmp/extension/\0'];
const exifName = 'Exif\0\0';
const photoshopName = 'Photoshop 3.0\0';
const nameBytesMax = 40;
/** The resources of a Photoshop segment that repeat the XMP: IIM, XMP, and a digest of the IIM. */
const iimResource = 0x0404;
const replacedResources = [iimResource, 0x0424, 0x0425];

const segment = (kind: number, content: Buffer) => {
  const header = Buffer.from([0xff, kind, 0, 0]);
  header.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([header, content]);
};

const even = (length: number) => length + (length % 2);

const resource = (id: number, data: Buffer) => {
  const header = Buffer.from('8BIM\0\0\0\0\0\0\0\0', 'latin1');
  header.writeUInt16BE(id, 4);
  header.writeUInt32BE(data.length, 8);
  return Buffer.concat([header, data, Buffer.alloc(data.length % 2)]);
};

/**
 * Removes the replaced resources from a Photoshop segment, and keeps others, such as paths. Empty if it is malformed.
 */
const withoutReplaced = (content: Buffer): Buffer => {
  const kept: Buffer[] = [];
  for (let offset = photoshopName.length; offset + 7 < content.length;) {
    const nameBytes = even(1 + (content[offset + 6] ?? 0));
    const sizeAt = offset + 6 + nameBytes;
    if (content.toString('latin1', offset, offset + 4) !== '8BIM' || sizeAt + 4 > content.length)
      return Buffer.alloc(0);
    const end = sizeAt + 4 + even(content.readUInt32BE(sizeAt));
    // The last resource may lack its padding.
    if (end > content.length + 1) return Buffer.alloc(0);
    if (!replacedResources.includes(content.readUInt16BE(offset + 4))) kept.push(content.subarray(offset, end));
    offset = end;
  }
  if (kept.length === 0) return Buffer.alloc(0);
  return segment(marker.photoshop, Buffer.concat([Buffer.from(photoshopName, 'latin1'), ...kept]));
};

/**
 * Returns the edits that put the rights into segments before the picture, replacing any there. Null if it is malformed.
 */
export const editsOfJpeg = async (window: FileWindow, rights: Rights): Promise<readonly Edit[] | null> => {
  const removed: Edit[] = [];
  const start = await window.at(0, 2);
  if (start.length < 2 || start[0] !== 0xff || start[1] !== marker.start) return null;
  let offset = 2;
  let isHead = true;
  let insertAt = offset;
  for (let segments = 0; segments < segmentsMax; segments += 1) {
    const header = await window.at(offset, 4 + nameBytesMax);
    const [first, kind = 0] = header;
    if (first !== 0xff || header.length < 4) return null;
    if (kind === 0xff) {
      offset += 1;
      continue;
    }
    if (kind === marker.scan || kind === marker.end) {
      const written = [
        segment(marker.exif, Buffer.from(xmpName + xmpOf(rights))),
        segment(marker.photoshop, Buffer.concat([Buffer.from(photoshopName), resource(iimResource, iimOf(rights))])),
      ];
      return [{ start: insertAt, end: insertAt, bytes: Buffer.concat(written) }, ...removed];
    }
    const end = offset + 2 + header.readUInt16BE(2);
    if (end < offset + 4 || end > window.size) return null;
    const name = header.toString('latin1', 4);
    // Their standards require JFIF first, and Exif next.
    isHead &&= kind === marker.jfif || (kind === marker.exif && name.startsWith(exifName));
    if (isHead) insertAt = end;
    if (kind === marker.exif && xmpNames.some((each) => name.startsWith(each)))
      removed.push({ start: offset, end, bytes: Buffer.alloc(0) });
    if (kind === marker.photoshop && name.startsWith(photoshopName)) {
      removed.push({ start: offset, end, bytes: withoutReplaced(await window.at(offset + 4, end - offset - 4)) });
    }
    offset = end;
  }
  return null;
};
