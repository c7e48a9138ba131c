import { noWords } from './suggestion.ts';
import type { Words } from './suggestion.ts';

/** As exifr hands out a text of XMP: as it is, with its language, or once for each language. */
type Text = string | number | { readonly value?: Text } | readonly Text[] | undefined;

interface ReadBlocks {
  readonly iptc?: {
    readonly ObjectName?: Text;
    readonly Headline?: Text;
    readonly Caption?: Text;
    readonly Keywords?: Text;
  };
  readonly dc?: { readonly title?: Text; readonly description?: Text; readonly subject?: Text };
  readonly photoshop?: { readonly Headline?: Text };
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const characterMax = 0x10ffff;

/** XMP is read as it is written, entities and all. */
const fromXml = (text: string) =>
  text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi, (whole, hex, decimal, name) => {
    if (typeof name === 'string') return entities[name.toLowerCase()] ?? whole;
    const code = typeof hex === 'string' ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= characterMax ? String.fromCodePoint(code) : whole;
  });

/** IPTC is read a letter for each byte, though nearly everyone writes UTF-8. */
const fromBytes = (text: string) => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(text, (letter) => letter.charCodeAt(0)));
  } catch {
    return text;
  }
};

const textsOf = (text: Text): string[] => {
  if (typeof text === 'string' || typeof text === 'number') return [String(text).trim()].filter(Boolean);
  if (!text) return [];
  return 'value' in text ? textsOf(text.value) : Array.isArray(text) ? text.flatMap((one) => textsOf(one as Text)) : [];
};

/** The words in what was read of a file. XMP is the newer of the two, and says in which letters it is written. */
const wordsOf = ({ iptc, dc, photoshop }: ReadBlocks): Words => {
  const xmp = (text: Text) => textsOf(text).map(fromXml);
  const old = (text: Text) => textsOf(text).map(fromBytes);
  const first = (...found: readonly string[][]) => found.flat()[0] ?? '';
  const [subjects, keywords] = [xmp(dc?.subject), old(iptc?.Keywords)];
  return {
    title: first(xmp(dc?.title), old(iptc?.ObjectName), xmp(photoshop?.Headline), old(iptc?.Headline)),
    description: first(xmp(dc?.description), old(iptc?.Caption)),
    tags: subjects.length > 0 ? subjects : keywords,
  };
};

const blocks = {
  iptc: true,
  xmp: true,
  tiff: false,
  exif: false,
  gps: false,
  icc: false,
  jfif: false,
  ihdr: false,
  mergeOutput: false,
} as const;

/** The words that a picture brings in its IPTC and XMP, read in this browser; none where it has none or can't be read. */
export const pictureWords = async (file: File): Promise<Words> => {
  if (!file.type.startsWith('image/')) return noWords;
  try {
    // Only loaded by those who choose a picture.
    const { default: exifr } = await import('exifr');
    return wordsOf(((await exifr.parse(file, blocks)) ?? {}) as ReadBlocks);
  } catch {
    return noWords;
  }
};
