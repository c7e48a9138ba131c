import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { KernelConfig } from './config.ts';
import type { EventStore } from './log/port.ts';
import { openSqliteEventStore } from './log/sqlite/engine.ts';
import type { ReadStore } from './views/port.ts';
import { openSqliteReadStore } from './views/sqlite/engine.ts';
import { createThreadReplayer } from './replaying/replay-thread.ts';
import type { Replayer } from './replaying/replay.ts';
import type { EnumerableVault } from './records/enumerable-vault.ts';
import { openSqliteVault } from './records/sqlite.ts';

const fileIn = ({ dataDir }: KernelConfig, name: string) => {
  mkdirSync(dataDir, { recursive: true });
  return join(dataDir, name);
};
const eventFile = (config: KernelConfig) => fileIn(config, 'events.db');
const vaultFile = (config: KernelConfig) => fileIn(config, 'vault.db');
const viewsFile = (config: KernelConfig) => fileIn(config, 'views.db');

// Clients of external engines are large, so they are loaded only when used.

export const openEventStore = async (config: KernelConfig): Promise<EventStore> => {
  const { eventStore, appendMaxBytes } = config;
  if (eventStore === 'embedded') return openSqliteEventStore({ file: eventFile(config), appendMaxBytes });
  const { openEventStoreDb } = await import('./log/eventstoredb/engine.ts');
  return openEventStoreDb({ url: eventStore.url, appendMaxBytes });
};

export const openReadStore = async (config: KernelConfig): Promise<ReadStore> => {
  if (config.readStore === 'embedded') return openSqliteReadStore({ file: viewsFile(config) });
  const { openMongoReadStore } = await import('./views/mongodb/engine.ts');
  return openMongoReadStore(config.readStore);
};

export const openVault = async (config: KernelConfig): Promise<EnumerableVault> => {
  if (config.readStore === 'embedded') return openSqliteVault({ file: vaultFile(config) });
  const { openMongoVault } = await import('./records/mongodb.ts');
  return openMongoVault(config.readStore);
};

/** Replays on a thread of its own, which is possible only with files; null for external engines. */
export const threadReplayer = (config: KernelConfig): Replayer | null =>
  config.eventStore === 'embedded' && config.readStore === 'embedded'
    ? createThreadReplayer({
        eventFile: eventFile(config),
        viewsFile: viewsFile(config),
        vaultFile: vaultFile(config),
        masterKeys: [config.masterKey, ...config.otherMasterKeys],
        catalogModule: '@tessera/domain/catalog',
      })
    : null;
