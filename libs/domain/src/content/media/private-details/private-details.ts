import { textOfBytes } from './byte-text.ts';
import { cleanExif } from './exif.ts';
import type { PrivateDetail } from './exif.ts';
import { cleanXmp } from './xmp.ts';

const exifMarks = ['Exif\0\0II*\0', 'Exif\0\0MM\0*', '\0\0\0\0II*\0\x08\0\0\0', '\0\0\0\0MM\0*\0\0\0\x08'];
const exifMarkBytes = { named: 6, offset: 4 };
/** EXIF fits a segment of a JPEG. */
const exifBytesMax = 65_536;
const pngBegin = '\x89PNG';
const pngHeadBytes = 8;
const xmpBegin = '<x:xmpmeta';
const xmpEnd = '</x:xmpmeta>';

const characters = (bytes: Uint8Array, start: number, length: number) =>
  String.fromCharCode(...bytes.subarray(start, start + length));

/** Where the text begins in the bytes, from an offset on; -1 if it doesn't. */
const indexOf = (bytes: Uint8Array, text: string, from: number): number => {
  const first = text.charCodeAt(0);
  for (let at = bytes.indexOf(first, from); at >= 0; at = bytes.indexOf(first, at + 1)) {
    let matched = 1;
    while (matched < text.length && bytes[at + matched] === text.charCodeAt(matched)) matched += 1;
    if (matched === text.length) return at;
  }
  return -1;
};

const cleanMarkedExif = (bytes: Uint8Array, found: Set<PrivateDetail>) => {
  for (const mark of exifMarks) {
    const lead = mark.startsWith('Exif') ? exifMarkBytes.named : exifMarkBytes.offset;
    for (let at = indexOf(bytes, mark, 0); at >= 0; at = indexOf(bytes, mark, at + mark.length)) {
      cleanExif(bytes.subarray(at + lead, at + lead + exifBytesMax), found);
    }
  }
};

const cleanPackets = (bytes: Uint8Array, found: Set<PrivateDetail>) => {
  for (let at = indexOf(bytes, xmpBegin, 0); at >= 0;) {
    const end = indexOf(bytes, xmpEnd, at);
    if (end < 0) return;
    cleanXmp(bytes.subarray(at, end), found);
    at = indexOf(bytes, xmpBegin, end);
  }
};

const checkSumOf = (bytes: Uint8Array): number => {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return (sum ^ 0xffffffff) >>> 0;
};

/** Each chunk of a PNG has a check sum, which must stay true. */
const cleanPng = (bytes: Uint8Array, found: Set<PrivateDetail>) => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = pngHeadBytes; at + 12 <= bytes.length;) {
    const length = view.getUint32(at);
    const type = characters(bytes, at + 4, 4);
    const end = at + 8 + length;
    if (end + 4 > bytes.length) return;
    const content = bytes.subarray(at + 8, end);
    if (type === 'eXIf') cleanExif(content, found);
    if (type === 'iTXt') cleanPackets(content, found);
    if (type === 'eXIf' || type === 'iTXt') view.setUint32(end, checkSumOf(bytes.subarray(at + 4, end)));
    at = end + 4;
  }
};

/** A place as ISO 6709 writes it, which films have as text: `+55.6050+013.0038/`. */
const placeText = /[+-]\d{2}(?:\.\d+)?[+-]\d{3}(?:\.\d+)?(?:[+-]\d+(?:\.\d+)?)?\//g;
const space = 0x20;

/**
 * Removes from a picture where it was taken, the serial numbers of camera and lens, and people's names: in place, so that
 * the file keeps its size, its pixels and everything else.
 * @param bytes the whole file; it is changed
 * @returns what there was
 */
export const cleanPicture = (bytes: Uint8Array): ReadonlySet<PrivateDetail> => {
  const found = new Set<PrivateDetail>();
  if (characters(bytes, 0, pngBegin.length) === pngBegin) cleanPng(bytes, found);
  else {
    cleanMarkedExif(bytes, found);
    cleanPackets(bytes, found);
    if (characters(bytes, 0, 4) === 'RIFF') cleanRiffExif(bytes, found);
  }
  return found;
};

/** WebP has EXIF in a chunk of its own, mostly without the mark that others begin it with. */
const cleanRiffExif = (bytes: Uint8Array, found: Set<PrivateDetail>) => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 12; at + 8 <= bytes.length;) {
    const length = view.getUint32(at + 4, true);
    if (characters(bytes, at, 4) === 'EXIF') cleanExif(bytes.subarray(at + 8, at + 8 + length), found);
    at += 8 + length + (length % 2);
  }
};

/** Does the same for the description of a film, its `moov` box: only its place is looked for. */
export const cleanMovie = (bytes: Uint8Array): ReadonlySet<PrivateDetail> => {
  const found = new Set<PrivateDetail>();
  const text = textOfBytes(bytes);
  for (const { 0: whole, index } of text.matchAll(placeText)) {
    found.add('place');
    bytes.fill(space, index, index + whole.length);
  }
  return found;
};
