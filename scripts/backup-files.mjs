// What a backup and its restore agree on: the manifest, and how a file is read, copied and secured.
import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { appendFile, open, readFile, readdir } from 'node:fs/promises';
import { join, posix, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';

export const manifestFile = 'manifest.json';
export const manifestFormat = 1;

/** A fault that the operator can fix; told in one line. */
export class Refusal extends Error {}

export const sha256Of = async (file) => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
};

/** Survives a power cut from here on. Of a folder: the names in it. */
export const sync = async (path) => {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** Every file below, with `/` between names; none when there is no such folder. */
export const filesBelow = async (folder) => {
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, posix.sep))
    .sort();
};

/** Beside the backups, and in a shop's DATA_DIR: the ids of persons who were forgotten, a line each. */
export const forgottenFile = 'forgotten.txt';

export const forgottenIn = async (file) =>
  existsSync(file) ? (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '') : [];

/** Adds those that the file does not name yet: someone else may be adding to it. */
export const addForgotten = async (file, ids) => {
  const known = new Set(await forgottenIn(file));
  const added = [...new Set(ids)].filter((id) => !known.has(id));
  await appendFile(file, added.map((id) => `${id}\n`).join(''), { mode: 0o600 });
  await sync(file);
};

/** Runs a command; a refusal is one line and exit code 1. */
export const runCommand = async (command) => {
  try {
    await command();
  } catch (error) {
    if (!(error instanceof Refusal) && error.code !== 'ERR_PARSE_ARGS_UNKNOWN_OPTION') throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
};
