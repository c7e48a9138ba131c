import { packetBegin, packetEnd, shortened, xmpOf } from './packet.ts';
import type { Rights } from './rights.ts';

/** The size of each preview's XMP packet: enough for a name of 200 letters, and small compared to a picture. */
const packetBytes = 2_048;
const begin = Buffer.from(packetBegin);
const end = Buffer.from(packetEnd);

/** XMP allows spaces at the end, so that a packet can be overwritten in place. Null if it doesn't fit. */
const padded = (xmp: string): Buffer | null => {
  const free = packetBytes - Buffer.byteLength(xmp);
  return free < 0 ? null : Buffer.from(xmp.slice(0, -packetEnd.length) + ' '.repeat(free) + packetEnd);
};

/** The packet that previews are encoded with: it is empty, and reserves the space. */
export const emptyPacket: string = packetBegin + ' '.repeat(packetBytes - begin.length - end.length) + packetEnd;

const packetOf = (rights: Rights): Buffer => {
  // Shortens the texts until they fit: a character may take six bytes as an entity.
  for (let bytesMax = 256; bytesMax > 0; bytesMax >>= 1) {
    const short = (text: string) => shortened(text, bytesMax);
    const { creator, credit, copyright } = rights;
    const packet = padded(
      xmpOf({ ...rights, creator: short(creator), credit: short(credit), copyright: short(copyright) }),
    );
    if (packet) return packet;
  }
  throw new Error(`The addresses ${rights.termsUrl} and ${rights.itemUrl} leave no space for the rights in a preview`);
};

/**
 * Returns the preview with these rights in its packet, with the same size and pixels. Null if it has no packet, because
 * it was made before previews had one.
 */
export const withPreviewRights = (preview: Uint8Array, rights: Rights): Buffer | null => {
  const bytes = Buffer.from(preview);
  const at = bytes.indexOf(begin);
  if (at < 0 || bytes.indexOf(end, at) + end.length !== at + packetBytes) return null;
  packetOf(rights).copy(bytes, at);
  return bytes;
};
