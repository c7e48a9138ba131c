// `npm run backup -- --to FOLDER`: a copy of the embedded engines' data, taken while the shop is open.
import { existsSync } from 'node:fs';
import { copyFile, link, mkdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync, backup } from 'node:sqlite';
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

const usage = 'npm run backup -- --to FOLDER [--data DATA_DIR] [--with-secrets]';
const busyTimeoutMs = 10_000;
const pagesAtOnce = 1_000;
const mediaFolders = ['media/originals', 'media/previews'];

/**
 * Copies a database as of one moment, however long the copy takes and whatever is written meanwhile: the open
 * read transaction pins that moment. Without it, a copy in steps would start over after every write of the shop.
 * Until it ends, the write-ahead log can't be checkpointed and grows. Returns what `ask` reads at that same moment.
 */
const copyDatabase = async (from, to, ask = () => null) => {
  const source = new DatabaseSync(from, { readOnly: true, timeout: busyTimeoutMs });
  try {
    source.exec('BEGIN');
    // A transaction begins with its first read.
    source.prepare('SELECT count(*) FROM sqlite_schema').get();
    const answer = ask(source);
    await backup(source, to, { rate: pagesAtOnce });
    closeWal(to);
    return answer;
  } finally {
    source.close();
  }
};

/** Makes the copy a single file, so that opening it leaves no files next to it. The product opens it as usual. */
const closeWal = (file) => {
  const copy = new DatabaseSync(file);
  copy.exec('PRAGMA journal_mode = DELETE');
  copy.close();
};

const headOf = (events) => events.prepare('SELECT max(position) AS head FROM events').get().head ?? -1;

/** What workflows have processed, and what they have parked. */
const progressCollections = "('workflows', 'parked')";

const progressIn = (file) => {
  const vault = new DatabaseSync(file, { readOnly: true, timeout: busyTimeoutMs });
  const records = vault.prepare(`SELECT * FROM records WHERE collection IN ${progressCollections}`).all();
  vault.close();
  return records;
};

/**
 * Makes the copied vault match the copied log. A workflow must not count work as done that it did after the end of
 * the copied log, so its progress is taken from before the log was copied; repeating work is harmless. Uploads in
 * progress are not copied, so that their senders start over.
 */
const fitVault = (file, progress) => {
  const vault = new DatabaseSync(file);
  vault.exec(`DELETE FROM records WHERE collection IN ${progressCollections}`);
  const insert = vault.prepare(
    'INSERT INTO records (collection, key, "group", value) VALUES (:collection, :key, :group, :value)',
  );
  for (const record of progress) insert.run(record);
  vault.exec(
    "DELETE FROM records WHERE collection = 'uploads' AND json_extract(value, '$.status') IN ('uploading', 'processing')",
  );
  vault.close();
};

/** The accounts whose key was destroyed. */
const forgottenInVault = (file) => {
  const vault = new DatabaseSync(file, { readOnly: true });
  const sql = "SELECT key FROM records WHERE collection = 'keys' AND json_extract(value, '$.wrapped') IS NULL";
  const rows = vault.prepare(sql).all();
  vault.close();
  return rows.map(({ key }) => key);
};

/** Kept next to all backups, because the earlier ones can't know who was forgotten later. */
const keepForgotten = async (data, to) => {
  const listed = await forgottenIn(join(data, forgottenFile));
  await addForgotten(join(dirname(resolve(to)), forgottenFile), [...listed, ...forgottenInVault(join(to, 'vault.db'))]);
};

/** Media files are never written in place, so a hard link is as good as a copy, and free. */
const linkOrCopy = async (from, to) => {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  await link(from, to).catch(async (error) => {
    if (!['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP'].includes(error.code)) throw error;
    await copyFile(from, to);
  });
};

const copySecrets = async (data, to) => {
  await mkdir(join(to, 'secrets'), { mode: 0o700 });
  const names = await filesBelow(join(data, 'secrets'));
  for (const name of names) await copyFile(join(data, 'secrets', name), join(to, 'secrets', name));
  console.log(
    'This backup contains MASTER_KEY and JWT_SECRET: anyone who has it can read personal data. Lock it away.',
  );
};

const entryOf = async (folder, path) => {
  const file = join(folder, path);
  await sync(file);
  return { path, bytes: (await stat(file)).size, sha256: await sha256Of(file) };
};

const makeBackup = async () => {
  const { values } = parseArgs({
    options: { to: { type: 'string' }, data: { type: 'string' }, 'with-secrets': { type: 'boolean' } },
  });
  const { to } = values;
  const data = values.data ?? process.env.DATA_DIR ?? '.data';
  if (!to) throw new Refusal(`Name a folder for the backup. ${usage}`);
  for (const name of ['events.db', 'vault.db']) {
    if (existsSync(join(data, name))) continue;
    throw new Refusal(`There is no ${name} in ${data}: name the shop's DATA_DIR with --data. ${usage}`);
  }
  if ((await filesBelow(to)).length > 0) throw new Refusal(`${to} is not empty: a backup takes a folder of its own.`);
  await mkdir(to, { recursive: true, mode: 0o700 });

  const began = Date.now();
  const progress = progressIn(join(data, 'vault.db'));
  // The log comes first: everything its events need (keys of personal data, credentials, charges, media) existed before
  // they did, and is therefore in the copies made later.
  const head = await copyDatabase(join(data, 'events.db'), join(to, 'events.db'), headOf);
  await copyDatabase(join(data, 'vault.db'), join(to, 'vault.db'));
  fitVault(join(to, 'vault.db'), progress);
  for (const outside of ['sandbox-gateway.db', 'sandbox-rail.db']) {
    if (existsSync(join(data, outside))) await copyDatabase(join(data, outside), join(to, outside));
  }
  for (const folder of mediaFolders) {
    for (const name of await filesBelow(join(data, folder))) {
      await linkOrCopy(join(data, folder, name), join(to, folder, name));
    }
  }
  if (values['with-secrets']) await copySecrets(data, to);
  await keepForgotten(data, to);

  const files = [];
  for (const path of await filesBelow(to)) files.push(await entryOf(to, path));
  const manifest = { format: manifestFormat, made_at: new Date().toISOString(), head_position: head, files };
  // Written last: a folder without it is not a backup.
  await writeFile(join(to, manifestFile), `${JSON.stringify(manifest, null, 2)}\n`);
  await sync(join(to, manifestFile));
  await sync(to);

  const megabytes = files.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6;
  const seconds = (Date.now() - began) / 1_000;
  console.log(
    `Backed up to ${to}: the log through position ${head}, ${files.length} files, ${megabytes.toFixed(1)} MB, ` +
      `${seconds.toFixed(1)} s.`,
  );
  if (!values['with-secrets'])
    console.log('Keep MASTER_KEY and JWT_SECRET somewhere else: this backup is useless without them.');
};

await runCommand(makeBackup);
