import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { EventStore } from './event-store/port.ts';
import { openSqliteEventStore } from './event-store/sqlite/engine.ts';
import type { ReadStore } from './read-store/port.ts';
import { openSqliteReadStore } from './read-store/sqlite/engine.ts';
import { createThreadReplayer } from './replay-thread.ts';
import type { Replayer } from './replay.ts';
import type { ListedVault } from './vault/listed.ts';
import { openSqliteVault } from './vault/sqlite.ts';

const fileIn = ({ dataDir }: Config, name: string) => {
  mkdirSync(dataDir, { recursive: true });
  return join(dataDir, name);
};
const eventFile = (config: Config) => fileIn(config, 'events.db');
const vaultFile = (config: Config) => fileIn(config, 'vault.db');
const readFile = (config: Config) => fileIn(config, 'views.db');

// The clients of outside engines are loaded only where they are used: they are large.

export const openEventStore = async (config: Config): Promise<EventStore> => {
  if (config.eventStore === 'embedded') return openSqliteEventStore({ file: eventFile(config) });
  const { openEventStoreDb } = await import('./event-store/eventstoredb/engine.ts');
  return openEventStoreDb(config.eventStore);
};

export const openReadStore = async (config: Config): Promise<ReadStore> => {
  if (config.readStore === 'embedded') return openSqliteReadStore({ file: readFile(config) });
  const { openMongoReadStore } = await import('./read-store/mongodb/engine.ts');
  return openMongoReadStore(config.readStore);
};

export const openVault = async (config: Config): Promise<ListedVault> => {
  if (config.readStore === 'embedded') return openSqliteVault({ file: vaultFile(config) });
  const { openMongoVault } = await import('./vault/mongodb.ts');
  return openMongoVault(config.readStore);
};

/** Only files can be replayed in a thread; null elsewhere. */
export const threadReplayer = (config: Config): Replayer | null =>
  config.eventStore === 'embedded' && config.readStore === 'embedded'
    ? createThreadReplayer({
        eventFile: eventFile(config),
        readFile: readFile(config),
        vaultFile: vaultFile(config),
        masterKeys: [config.masterKey, ...config.otherMasterKeys],
        catalogueModule: '@tessera/domain/catalogue',
      })
    : null;
