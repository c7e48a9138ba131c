import { packetBegin, packetEnd, shortened, xmpOf } from './packet.ts';
import type { Rights } from './rights.ts';

/** Of every preview's packet: as much as a name of 200 letters takes, and small beside a picture. */
const packetBytes = 2_048;
const begin = Buffer.from(packetBegin);
const end = Buffer.from(packetEnd);

/** Spaces at its end are what XMP has to be written anew in its place. Null where it takes more room. */
const padded = (xmp: string): Buffer | null => {
  const free = packetBytes - Buffer.byteLength(xmp);
  return free < 0 ? null : Buffer.from(xmp.slice(0, -packetEnd.length) + ' '.repeat(free) + packetEnd);
};

/** As previews are encoded with: it says nothing yet, and keeps the place. */
export const emptyPacket: string = packetBegin + ' '.repeat(packetBytes - begin.length - end.length) + packetEnd;

const packetOf = (rights: Rights): Buffer => {
  // Each of them is in it once, and a character may take six bytes as an entity.
  for (let bytesMax = 256; bytesMax > 0; bytesMax >>= 1) {
    const short = (text: string) => shortened(text, bytesMax).toString();
    const { creator, credit, copyright } = rights;
    const packet = padded(
      xmpOf({ ...rights, creator: short(creator), credit: short(credit), copyright: short(copyright) }),
    );
    if (packet) return packet;
  }
  throw new Error(`The addresses ${rights.termsUrl} and ${rights.itemUrl} leave no room for the rights in a preview`);
};

/**
 * A preview with these rights in its packet, as large as before and with the same pixels. Null where it has no packet: it
 * was made before there were any.
 */
export const withPreviewRights = (preview: Uint8Array, rights: Rights): Buffer | null => {
  const bytes = Buffer.from(preview);
  const at = bytes.indexOf(begin);
  if (at < 0 || bytes.indexOf(end, at) + end.length !== at + packetBytes) return null;
  packetOf(rights).copy(bytes, at);
  return bytes;
};
