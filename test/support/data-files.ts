import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Every file below a folder, by its path in it. */
const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));

/** How text may be in a file of a database or a log. */
const spellings = (text: string) => [Buffer.from(text, 'utf8'), Buffer.from(text, 'utf16le')];

/** A file that the product has deleted since the folder was listed holds nothing. */
const bytesOf = (file: string): Buffer => {
  try {
    return readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
};

/** Which files below the folder hold the bytes. */
export const filesWith = (folder: string, bytes: Buffer): readonly string[] =>
  filesBelow(folder).filter((file) => bytesOf(join(folder, file)).includes(bytes));

/** Which of the texts are in plain in which files below the folder: `file: text`. */
export const textsIn = (folder: string, texts: readonly string[]): readonly string[] =>
  filesBelow(folder).flatMap((file) => {
    const bytes = bytesOf(join(folder, file));
    return texts
      .filter((text) => spellings(text).some((spelled) => bytes.includes(spelled)))
      .map((text) => `${file}: ${text}`);
  });
