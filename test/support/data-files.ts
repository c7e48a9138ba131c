import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Every file below a folder, as paths relative to it. */
const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));

/** The encodings in which a database file or a log may store text. */
const spellings = (text: string) => [Buffer.from(text, 'utf8'), Buffer.from(text, 'utf16le')];

/** The bytes of a file; empty if the product has deleted it since the folder was listed. */
const bytesOf = (file: string): Buffer => {
  try {
    return readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
};

/** The files below the folder that contain the bytes. */
export const filesWith = (folder: string, bytes: Buffer): readonly string[] =>
  filesBelow(folder).filter((file) => bytesOf(join(folder, file)).includes(bytes));

/** Which texts occur unencrypted in which files below the folder, as `file: text`. */
export const textsIn = (folder: string, texts: readonly string[]): readonly string[] =>
  filesBelow(folder).flatMap((file) => {
    const bytes = bytesOf(join(folder, file));
    return texts
      .filter((text) => spellings(text).some((spelled) => bytes.includes(spelled)))
      .map((text) => `${file}: ${text}`);
  });
