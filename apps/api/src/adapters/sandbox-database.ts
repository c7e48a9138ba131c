import { DatabaseSync } from 'node:sqlite';

/** Several nodes may share the file. */
const busyTimeoutMs = 5_000;

/** Opens the database of a sandbox. Killing the process loses nothing. A power cut may, but no real money is involved. */
export const openSandboxDatabase = (file: string) => {
  const database = new DatabaseSync(file, { timeout: busyTimeoutMs });
  database.exec('PRAGMA journal_mode=WAL');
  database.exec('PRAGMA synchronous=NORMAL');
  return database;
};
