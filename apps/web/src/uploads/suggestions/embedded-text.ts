import { noText } from './suggestion.ts';
import type { ListingText } from './suggestion.ts';

/** A text of XMP as exifr returns it: plain, with its language, or one per language. */
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

/** exifr returns XMP undecoded, with its entities. */
const fromXml = (text: string) =>
  text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi, (whole, hex, decimal, name) => {
    if (typeof name === 'string') return entities[name.toLowerCase()] ?? whole;
    const code = typeof hex === 'string' ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= characterMax ? String.fromCodePoint(code) : whole;
  });

/** exifr reads IPTC as one character per byte, though nearly everyone writes UTF-8. */
const fromBytes = (text: string) => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(
      Uint8Array.from(text, (character) => character.charCodeAt(0)),
    );
  } catch {
    return text;
  }
};

const textsOf = (text: Text): string[] => {
  if (typeof text === 'string' || typeof text === 'number') return [String(text).trim()].filter(Boolean);
  if (!text) return [];
  return 'value' in text
    ? textsOf(text.value)
    : Array.isArray(text)
      ? text.flatMap((each) => textsOf(each as Text))
      : [];
};

/** The listing text in a file's metadata. XMP comes first: it is the newer format, and declares its encoding. */
const listingTextIn = ({ iptc, dc, photoshop }: ReadBlocks): ListingText => {
  const xmp = (text: Text) => textsOf(text).map(fromXml);
  const legacy = (text: Text) => textsOf(text).map(fromBytes);
  const first = (...candidates: readonly string[][]) => candidates.flat()[0] ?? '';
  const [subjects, keywords] = [xmp(dc?.subject), legacy(iptc?.Keywords)];
  return {
    title: first(xmp(dc?.title), legacy(iptc?.ObjectName), xmp(photoshop?.Headline), legacy(iptc?.Headline)),
    description: first(xmp(dc?.description), legacy(iptc?.Caption)),
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

/**
 * Reads title, description and tags from a picture's IPTC and XMP metadata; all empty if it has none or can't be read.
 */
export const readEmbeddedText = async (file: File): Promise<ListingText> => {
  if (!file.type.startsWith('image/')) return noText;
  try {
    // Loaded only once someone chooses a picture.
    const { default: exifr } = await import('exifr');
    return listingTextIn(((await exifr.parse(file, blocks)) ?? {}) as ReadBlocks);
  } catch {
    return noText;
  }
};
