// `npm run restore -- --from FOLDER --to DATA_DIR`: restores a backup to a folder that a shop can start from.
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import {
  Refusal,
  addForgotten,
  filesBelow,
  forgottenFile,
  forgottenIn,
  manifestFile,
  manifestFormat,
} from './backup-files.mjs';
import { runCommand, sha256Of, sync } from './backup-files.mjs';

const usage = 'npm run restore -- --from FOLDER --to DATA_DIR [--forgotten FILE]';
/**
 * Copied last: without it, a partially restored folder looks like an empty shop and can't be mistaken for the whole.
 */
const lastFile = 'events.db';

const readManifest = async (from) => {
  const file = join(from, manifestFile);
  if (!existsSync(file)) {
    throw new Refusal(`${from} has no ${manifestFile}: it is not a backup, or the backup never finished.`);
  }
  const manifest = JSON.parse(await readFile(file, 'utf8'));
  if (manifest.format !== manifestFormat) {
    throw new Refusal(`${file} has format ${manifest.format}; this version of Tessera reads format ${manifestFormat}.`);
  }
  return manifest;
};

/**
 * Checks that nothing is missing or changed, and that nothing would be written outside the folder. Files the manifest
 * doesn't list are ignored.
 */
const verify = async (from, { files }) => {
  for (const { path, bytes, sha256 } of files) {
    const file = join(from, path);
    if (!resolve(file).startsWith(resolve(from) + sep))
      throw new Refusal(`${path} is outside ${from}: use another backup.`);
    if (!existsSync(file)) throw new Refusal(`${path} is missing from ${from}: use another backup.`);
    if ((await stat(file)).size !== bytes || (await sha256Of(file)) !== sha256) {
      throw new Refusal(`${path} is not what was backed up (its SHA-256 differs): use another backup.`);
    }
  }
};

/** The people known to be forgotten, from the list next to the backup and from the file given on the command line. */
const forgottenSince = async (from, named) => {
  if (named === 'none') return [];
  const files = [join(dirname(resolve(from)), forgottenFile), ...(named ? [named] : [])];
  if (named && !existsSync(named))
    throw new Refusal(`There is no ${named}: --forgotten takes the path of a ${forgottenFile}.`);
  if (!files.some((file) => existsSync(file))) {
    throw new Refusal(
      `There is no ${forgottenFile} next to ${from}. Without it, accounts deleted since this backup would come back. ` +
        "Name the shop's list with --forgotten FILE (its DATA_DIR has one, too), or use --forgotten none if no account " +
        'was deleted.',
    );
  }
  return (await Promise.all(files.map(forgottenIn))).flat();
};

/**
 * Sessions that were ended since the backup, or stolen, must not come back to life, and used links must not work again.
 */
const endSessions = (file) => {
  const vault = new DatabaseSync(file);
  vault.exec(`PRAGMA secure_delete = ON;
    DELETE FROM records WHERE collection IN ('sessions', 'admin-sessions', 'one-time-tokens')`);
  vault.close();
};

const restore = async () => {
  const text = { type: 'string' };
  const { values } = parseArgs({ options: { from: text, to: text, forgotten: text } });
  const { from, to } = values;
  if (!from || !to) throw new Refusal(`Name a backup and a folder to restore it to. ${usage}`);
  const manifest = await readManifest(from);
  // Empty folders are fine: container volumes come with some.
  if ((await filesBelow(to)).length > 0) {
    throw new Refusal(`${to} is not empty: restore to a new folder, and keep the old one until it works.`);
  }
  await verify(from, manifest);
  const forgotten = await forgottenSince(from, values.forgotten);

  await mkdir(to, { recursive: true, mode: 0o700 });
  const files = manifest.files.toSorted((one, other) => (one.path === lastFile) - (other.path === lastFile));
  for (const { path } of files) {
    const target = join(to, path);
    if (path === lastFile) {
      endSessions(join(to, 'vault.db'));
      await addForgotten(join(to, forgottenFile), forgotten);
    }
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    await copyFile(join(from, path), target);
    await sync(target);
    await sync(dirname(target));
  }
  console.log(
    `Restored to ${to}: the log through position ${manifest.head_position}, as of ${manifest.made_at}. ` +
      `Start with DATA_DIR=${to} and the MASTER_KEY and JWT_SECRET that the shop had then. The start folds the views ` +
      `again and forgets everyone listed in ${forgottenFile}; everyone else has to sign in again.`,
  );
};

await runCommand(restore);
