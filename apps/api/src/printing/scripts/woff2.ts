import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { writeFont } from '../sfnt.ts';
import type { FontTable } from '../sfnt.ts';
import { ByteReader } from './byte-reader.ts';
import { restoreOutlines } from './woff2-glyphs.ts';

// cspell:disable
/** In the order of the standard, which numbers them. Tables that no font here has are left out at the end. */
const knownTags = (
  'cmap head hhea hmtx maxp name OS/2 post cvt_ fpgm glyf loca prep CFF_ VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX ' +
  'vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG_ sbix acnt avar bdat bloc bsln cvar fdsc feat ' +
  'fmtx fvar gvar hsty'
)
  .split(' ')
  .map((tag) => tag.replace('_', ' '));
// cspell:enable
const otherTag = 63;
const headerBytes = 48;
const longOffsets = 1;
const offsetFormatAt = 50;

interface Entry {
  readonly tag: string;
  readonly bytes: number;
  readonly isTransformed: boolean;
}

const readEntry = (directory: ByteReader, file: string): Entry => {
  const flags = directory.byte();
  const known = flags & 0x3f;
  const tag = known === otherTag ? directory.bytes(4).toString('latin1') : (knownTags[known] ?? '');
  const original = directory.base128();
  const version = flags >> 6;
  // These two are transformed unless they say otherwise. Others would say so.
  const isTransformed = tag === 'glyf' || tag === 'loca' ? version === 0 : version !== 0;
  if (isTransformed && tag !== 'glyf' && tag !== 'loca') throw new Error(`${file} has its table ${tag} transformed`);
  return { tag, bytes: isTransformed ? directory.base128() : original, isTransformed };
};

const restored = (tables: readonly (FontTable & Entry)[]): readonly FontTable[] => {
  const transformed = tables.find(({ tag, isTransformed }) => tag === 'glyf' && isTransformed);
  if (!transformed) return tables;
  const outlines = restoreOutlines(transformed.data);
  return tables.map(({ tag, data }) => {
    if (tag === 'glyf' || tag === 'loca') return { tag, data: outlines[tag] };
    if (tag === 'head') data.writeInt16BE(longOffsets, offsetFormatAt);
    return { tag, data };
  });
};

/**
 * Unpacks the OpenType font in a WOFF 2.0 file with a single font. The typesetting library reads the format, but cannot
 * embed such a font.
 * @throws Error when the file is not WOFF 2.0
 */
export const unpackWoff2 = (file: string): Buffer => {
  const woff = readFileSync(file);
  if (woff.toString('latin1', 0, 4) !== 'wOF2') throw new Error(`${file} is not a WOFF 2.0 font`);
  const directory = new ByteReader(woff.subarray(headerBytes));
  const entries = Array.from({ length: woff.readUInt16BE(12) }, () => readEntry(directory, file));
  const packed = directory.bytes(woff.readUInt32BE(20));
  const content = new ByteReader(brotliDecompressSync(packed));
  return writeFont(
    woff.readUInt32BE(4),
    restored(entries.map((entry) => ({ ...entry, data: content.bytes(entry.bytes) }))),
  );
};
