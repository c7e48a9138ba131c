export const photoshopName = 'Photoshop 3.0\0';
const iimResource = 0x0404;
/** The resources that repeat the rights: IIM, XMP, and a digest of the IIM. */
const replacedResources = [iimResource, 0x0424, 0x0425];

const even = (length: number) => length + (length % 2);

const resource = (id: number, data: Buffer) => {
  const header = Buffer.from('8BIM\0\0\0\0\0\0\0\0', 'latin1');
  header.writeUInt16BE(id, 4);
  header.writeUInt32BE(data.length, 8);
  return Buffer.concat([header, data, Buffer.alloc(data.length % 2)]);
};

/** The content of a segment that holds this IIM alone. */
export const photoshopOf = (iim: Buffer): Buffer =>
  Buffer.concat([Buffer.from(photoshopName), resource(iimResource, iim)]);

/**
 * Takes a Photoshop segment apart: its IIM, and the content without what repeats the rights, but with all else, such as
 * paths; empty if nothing else is there. Null if it is malformed, or goes on in the next segment.
 */
export const photoshopParts = (content: Buffer): { readonly iim: Buffer | null; readonly rest: Buffer } | null => {
  const kept: Buffer[] = [];
  let iim: Buffer | null = null;
  for (let offset = photoshopName.length; offset + 7 < content.length;) {
    const nameBytes = even(1 + (content[offset + 6] ?? 0));
    const sizeAt = offset + 6 + nameBytes;
    if (content.toString('latin1', offset, offset + 4) !== '8BIM' || sizeAt + 4 > content.length) return null;
    const length = content.readUInt32BE(sizeAt);
    const end = sizeAt + 4 + even(length);
    // The last resource may lack its padding.
    if (end > content.length + 1) return null;
    const id = content.readUInt16BE(offset + 4);
    if (id === iimResource) iim ??= content.subarray(sizeAt + 4, sizeAt + 4 + length);
    if (!replacedResources.includes(id)) kept.push(content.subarray(offset, end));
    offset = end;
  }
  const rest = kept.length > 0 ? Buffer.concat([Buffer.from(photoshopName, 'latin1'), ...kept]) : Buffer.alloc(0);
  return { iim, rest };
};
