import { existsSync, mkdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { relaxedTiming } from '../kernel/log/eventstoredb/bounds.ts';
import { openSqliteExport } from '../kernel/log/sqlite/upkeep/export.ts';
import { openSqliteImport } from '../kernel/log/sqlite/upkeep/import.ts';
import type { EnumerableVault } from '../kernel/records/enumerable-vault.ts';
import { openSqliteVault } from '../kernel/records/sqlite.ts';
import type { LogSource, LogTarget } from './migrate-log.ts';
import { MigrationRefused } from './migration.ts';

// Clients of external engines are large, so they are loaded only when used.

interface Closable {
  close(): Promise<void>;
}

/** A source or target given on the command line. */
export type Endpoint =
  | { readonly engine: 'sqlite'; readonly dataDir: string }
  | { readonly engine: 'outside'; readonly url: string };

const embedded = /^sqlite:(.+)$/;

/** @throws MigrationRefused with the option's name, but without the address, which may contain a password */
export const parseEndpoint = (option: string, text: string, outside: RegExp, example: string): Endpoint => {
  const dataDir = embedded.exec(text)?.[1];
  if (dataDir) {
    if (!statSync(dataDir, { throwIfNoEntry: false })?.isFile()) return { engine: 'sqlite', dataDir: resolve(dataDir) };
    throw new MigrationRefused(
      `${option}: ${dataDir} is a file: give the folder it is in, which is the shop's DATA_DIR`,
    );
  }
  if (outside.test(text)) return { engine: 'outside', url: text };
  throw new MigrationRefused(`${option} takes sqlite:DATA_DIR or an address such as ${example}`);
};

const existing = (option: string, dataDir: string, name: string) => {
  const file = join(dataDir, name);
  if (existsSync(file)) return file;
  throw new MigrationRefused(`${option}: there is no ${name} in ${dataDir}: give the shop's DATA_DIR`);
};

export const openLogSource = async (end: Endpoint): Promise<LogSource & Closable> => {
  if (end.engine === 'sqlite') return openSqliteExport({ file: existing('--from', end.dataDir, 'events.db') });
  const { openEventStoreDb } = await import('../kernel/log/eventstoredb/engine.ts');
  return openEventStoreDb({ url: end.url, ...relaxedTiming });
};

export const openLogTarget = async (end: Endpoint): Promise<LogTarget & Closable> => {
  if (end.engine === 'sqlite') return openSqliteImport({ file: join(end.dataDir, 'events.db') });
  const { openEventStoreDbImport } = await import('../kernel/log/eventstoredb/import.ts');
  return openEventStoreDbImport(end);
};

const openMongo = async (url: string): Promise<EnumerableVault> => {
  const { openMongoVault } = await import('../kernel/records/mongodb.ts');
  return openMongoVault({ url });
};

export const openVaultSource = async (end: Endpoint): Promise<EnumerableVault> =>
  end.engine === 'outside'
    ? openMongo(end.url)
    : openSqliteVault({ file: existing('--vault-from', end.dataDir, 'vault.db') });

export const openVaultTarget = async (end: Endpoint): Promise<EnumerableVault> => {
  if (end.engine === 'outside') return openMongo(end.url);
  mkdirSync(end.dataDir, { recursive: true, mode: 0o700 });
  return openSqliteVault({ file: join(end.dataDir, 'vault.db') });
};
