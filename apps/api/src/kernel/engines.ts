import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { EventStore } from './log/port.ts';
import { openSqliteEventStore } from './log/sqlite/engine.ts';
import type { ReadStore } from './views/port.ts';
import { openSqliteReadStore } from './views/sqlite/engine.ts';
import { createThreadReplayer } from './replaying/replay-thread.ts';
import type { Replayer } from './replaying/replay.ts';
import type { ListedVault } from './records/listed.ts';
import { openSqliteVault } from './records/sqlite.ts';

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
  const { openEventStoreDb } = await import('./log/eventstoredb/engine.ts');
  return openEventStoreDb(config.eventStore);
};

export const openReadStore = async (config: Config): Promise<ReadStore> => {
  if (config.readStore === 'embedded') return openSqliteReadStore({ file: readFile(config) });
  const { openMongoReadStore } = await import('./views/mongodb/engine.ts');
  return openMongoReadStore(config.readStore);
};

export const openVault = async (config: Config): Promise<ListedVault> => {
  if (config.readStore === 'embedded') return openSqliteVault({ file: vaultFile(config) });
  const { openMongoVault } = await import('./records/mongodb.ts');
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
        catalogModule: '@tessera/domain/catalog',
      })
    : null;
