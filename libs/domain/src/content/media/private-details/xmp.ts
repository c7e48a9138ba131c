import { textOfBytes } from './byte-text.ts';
import type { PrivateDetail } from './exif.ts';

const properties: Readonly<Record<PrivateDetail, string>> = {
  place: String.raw`exif:GPS\w+`,
  'serial number': String.raw`(?:aux|exifEX|crs|tiff|exif):(?:Body|Lens|Camera)?SerialNumber`,
  name: String.raw`(?:aux|exifEX):(?:OwnerName|CameraOwnerName)|mwg-rs:Name|Iptc4xmpExt:PersonInImage|MPReg:PersonDisplayName`,
};

/** A property as an attribute, or as an element with all that is in it. */
const pattern = (names: string) =>
  new RegExp(String.raw`\s(?:${names})\s*=\s*(?:"[^"]+"|'[^']+')|<(${names})(?:\s[^<>]*)?>[^]*?</\1\s*>`, 'g');
const patterns = Object.entries(properties).map(
  ([detail, names]) => [detail as PrivateDetail, pattern(names)] as const,
);
const space = 0x20;

/** Overwrites private details in XMP with spaces, and notes which there were. @param bytes a whole packet */
export const cleanXmp = (bytes: Uint8Array, found: Set<PrivateDetail>): void => {
  const text = textOfBytes(bytes);
  for (const [detail, each] of patterns) {
    for (const { 0: whole, index } of text.matchAll(each)) {
      found.add(detail);
      bytes.fill(space, index, index + whole.length);
    }
  }
};
