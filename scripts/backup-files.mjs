// Shared by backup and restore: the manifest, and how files are hashed, synced and listed.
import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { appendFile, open, readFile, readdir } from 'node:fs/promises';
import { join, posix, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';

export const manifestFile = 'manifest.json';
export const manifestFormat = 1;

/** A problem that the operator can fix; printed as one line, without a stack trace. */
export class Refusal extends Error {}

export const sha256Of = async (file) => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
};

/** Flushes a file to disk, so that it survives a power cut. For a folder, flushes the names in it. */
export const sync = async (path) => {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** Every file below a folder, as paths with `/`; empty if there is no such folder. */
export const filesBelow = async (folder) => {
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, posix.sep))
    .sort();
};

/** Kept next to the backups and in a shop's DATA_DIR: the ids of people who were forgotten, one per line. */
export const forgottenFile = 'forgotten.txt';

export const forgottenIn = async (file) =>
  existsSync(file) ? (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '') : [];

/** Appends the ids that the file does not list yet. Never rewrites it, because another process may be appending too. */
export const addForgotten = async (file, ids) => {
  const known = new Set(await forgottenIn(file));
  const added = [...new Set(ids)].filter((id) => !known.has(id));
  await appendFile(file, added.map((id) => `${id}\n`).join(''), { mode: 0o600 });
  await sync(file);
};

/** Runs a command; a refusal prints one line and sets exit code 1. */
export const runCommand = async (command) => {
  try {
    await command();
  } catch (error) {
    if (!(error instanceof Refusal) && error.code !== 'ERR_PARSE_ARGS_UNKNOWN_OPTION') throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
};
