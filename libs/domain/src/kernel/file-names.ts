import { cut, folded } from './text.ts';

const charactersMax = 100;
/** The limit on Linux. Windows and macOS count UTF-16 units, of which there are never more. */
const bytesMax = 255;
/** In UTF-8. */
const bytesOf = (text: string) => encodeURIComponent(text).replaceAll(/%../g, 'x').length;

/** What some system refuses in a name, and spaces of any kind. */
const refused = /[\p{Cc}\p{Cs}\p{Co}\p{NChar}\s"\\/:*?<>|]+/gu;
/** Invisible characters, such as those that change the direction, except for the parts of emoji and of some scripts' letters. */
const invisible = /(?!\u200c|\u200d|[\u{e0020}-\u{e007f}])\p{Cf}/gu;
/** A leading dot hides a file, and Windows drops dots and spaces at the end. */
const atEnds = /^[. ]+|[. ]+$/g;
/** Devices of Windows, whatever extension follows. */
const device = /^(?:con|prn|aux|nul|con(?:in|out)\$|(?:com|lpt)\d) *(?:[.]|$)/i;
const deviceMark = '_';

interface TitledFile {
  readonly title: string;
  /** With its dot; may be empty. */
  readonly extension: string;
}

/** A name that is valid in headers, archives and on every file system. @param mark tells it from another one */
export const fileNameOf = ({ title, extension }: TitledFile, mark = ''): string => {
  const plain = title.replace(invisible, '').replace(refused, ' ').normalize('NFC').replace(atEnds, '');
  const room = bytesMax - bytesOf(deviceMark + mark + extension);
  const stem = cut(cut(plain, charactersMax), room, bytesOf).replace(atEnds, '');
  const shown = folded(stem).trim() === '' ? 'original' : stem;
  return `${device.test(shown.normalize('NFKC')) ? deviceMark : ''}${shown}${mark}${extension}`;
};

/** Names for files in one folder: the second called `Harbor.jpg`, in any case or spelling, becomes `Harbor (2).jpg`. */
export const fileNamesOf = (files: readonly TitledFile[]): readonly string[] => {
  const taken = new Set<string>();
  return files.map((file) => {
    let name = fileNameOf(file);
    for (let copy = 2; taken.has(folded(name)); copy += 1) name = fileNameOf(file, ` (${copy})`);
    taken.add(folded(name));
    return name;
  });
};
