import { crc32, inflateSync } from 'node:zlib';
import type { FileWindow } from '../formats/file-window.ts';
import type { Edit } from './edits.ts';
import type { Rights } from './rights.ts';
import { mergedXmp } from './xmp-merge.ts';

const chunksMax = 2_000;
const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const xmpKeyword = 'XML:com.adobe.xmp\0';
/** The keywords under which programs store XMP and IPTC metadata. */
const rightsKeywords = [xmpKeyword, 'Raw profile type xmp\0', 'Raw profile type iptc\0', 'Raw profile type 8bim\0'];
const textChunks = ['iTXt', 'tEXt', 'zTXt'];
const keywordBytesMax = 24;
const xmpBytesMax = 16 * 1024 * 1024;
const none = Buffer.alloc(0);

const chunk = (type: string, content: Buffer) => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(content.length);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
};

const unpacked = (text: Buffer): Buffer | null => {
  try {
    return inflateSync(text, { maxOutputLength: xmpBytesMax });
  } catch {
    return null;
  }
};

/** The text of a chunk, behind its keyword and how it is compressed; in `iTXt` also behind a language and a keyword in it. */
const textOf = (type: string, content: Buffer): Buffer | null => {
  const start = content.indexOf(0) + 1;
  if (type === 'tEXt') return content.subarray(start);
  if (type === 'zTXt') return unpacked(content.subarray(start + 1));
  const languageEnd = content.indexOf(0, start + 2);
  const translatedEnd = content.indexOf(0, languageEnd + 1);
  if (languageEnd < 0 || translatedEnd < 0) return null;
  const text = content.subarray(translatedEnd + 1);
  return content[start] === 0 ? text : unpacked(text);
};

/** Returns the edits that put the rights before the pixels, replacing any there. Null if the PNG is malformed. */
export const editsOfPng = async (window: FileWindow, rights: Rights): Promise<readonly Edit[] | null> => {
  if (!(await window.at(0, signature.length)).equals(signature)) return null;
  const edits: Edit[] = [];
  let own: Buffer | null = null;
  let headerEnd = 0;
  let offset = signature.length;
  for (let chunks = 0; chunks < chunksMax; chunks += 1) {
    const header = await window.at(offset, 8 + keywordBytesMax);
    if (header.length < 8) return null;
    const end = offset + 12 + header.readUInt32BE(0);
    const type = header.toString('latin1', 4, 8);
    if (end > window.size || (chunks === 0) !== (type === 'IHDR')) return null;
    if (type === 'IDAT') {
      // The four zeros: not compressed, no language, no translated keyword.
      const content = [Buffer.from(`${xmpKeyword}\0\0\0\0`), mergedXmp(own, rights) ?? none];
      return [{ start: headerEnd, end: headerEnd, bytes: chunk('iTXt', Buffer.concat(content)) }, ...edits];
    }
    if (type === 'IHDR') headerEnd = end;
    const keyword = header.toString('latin1', 8);
    if (textChunks.includes(type) && keyword.startsWith(xmpKeyword)) {
      if (end - offset > xmpBytesMax) return null;
      own ??= textOf(type, await window.all(offset + 8, end - offset - 12));
    }
    if (textChunks.includes(type) && rightsKeywords.some((each) => keyword.startsWith(each)))
      edits.push({ start: offset, end, bytes: Buffer.alloc(0) });
    offset = end;
  }
  return null;
};
