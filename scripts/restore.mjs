// `npm run restore -- --from FOLDER --to DATA_DIR`: puts a backup where a shop can start from it.
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { Refusal, filesBelow, manifestFile, manifestFormat } from './backup-files.mjs';
import { runCommand, sha256Of, sync } from './backup-files.mjs';

const usage = 'npm run restore -- --from FOLDER --to DATA_DIR';
/** Copied last: without it a folder that was restored in part is an empty shop's, and does not pass for the whole. */
const lastFile = 'events.db';

const readManifest = async (from) => {
  const file = join(from, manifestFile);
  if (!existsSync(file)) {
    throw new Refusal(`${from} has no ${manifestFile}: it is no backup, or one that did not come to its end.`);
  }
  const manifest = JSON.parse(await readFile(file, 'utf8'));
  if (manifest.format !== manifestFormat) {
    throw new Refusal(`${file} has format ${manifest.format}; this version of Tessera reads format ${manifestFormat}.`);
  }
  return manifest;
};

/** Nothing missing, nothing changed, and nothing that would be written elsewhere. What lies beside is left there. */
const verify = async (from, { files }) => {
  for (const { path, bytes, sha256 } of files) {
    const file = join(from, path);
    if (!resolve(file).startsWith(resolve(from) + sep)) throw new Refusal(`${path} lies outside of ${from}.`);
    if (!existsSync(file)) throw new Refusal(`${path} is missing in ${from}: use another backup.`);
    if ((await stat(file)).size !== bytes || (await sha256Of(file)) !== sha256) {
      throw new Refusal(`${path} is not what was backed up (its SHA-256 differs): use another backup.`);
    }
  }
};

const restore = async () => {
  const { values } = parseArgs({ options: { from: { type: 'string' }, to: { type: 'string' } } });
  const { from, to } = values;
  if (!from || !to) throw new Refusal(`From where, and where to? ${usage}`);
  const manifest = await readManifest(from);
  // Empty folders are none of its business: a container's volumes come with some.
  if ((await filesBelow(to)).length > 0) {
    throw new Refusal(`${to} is not empty: restore to a new folder, and keep the old one until it works.`);
  }
  await verify(from, manifest);

  await mkdir(to, { recursive: true, mode: 0o700 });
  const files = manifest.files.toSorted((one, other) => (one.path === lastFile) - (other.path === lastFile));
  for (const { path } of files) {
    const target = join(to, path);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    await copyFile(join(from, path), target);
    await sync(target);
    await sync(dirname(target));
  }
  console.log(
    `Restored to ${to}: the log through position ${manifest.head_position}, as of ${manifest.made_at}. ` +
      `Start with DATA_DIR=${to} and the MASTER_KEY and JWT_SECRET of then; the views are folded again.`,
  );
};

await runCommand(restore);
