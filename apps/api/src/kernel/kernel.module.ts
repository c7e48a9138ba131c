import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Global, Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { definitions } from '@tessera/domain/catalogue';
import type { Clock } from '../adapters/clock.ts';
import type { Config } from '../config.ts';
import { DispatchHandler, Streams } from './dispatch.ts';
import { openSqliteEventStore } from './event-store/sqlite/engine.ts';
import { FollowerService } from './follower.service.ts';
import { PersonalDataCodec } from './personal-data.ts';
import { openSqliteReadStore } from './read-store/sqlite/engine.ts';
import { createThreadReplayer } from './replay-thread.ts';
import {
  clockToken,
  codecToken,
  configToken,
  eventStoreToken,
  readStoreToken,
  threadReplayerToken,
  vaultToken,
} from './tokens.ts';
import type { Vault } from './vault/port.ts';
import { openSqliteVault } from './vault/sqlite.ts';

const fileIn = ({ dataDir }: Config, name: string) => {
  mkdirSync(dataDir, { recursive: true });
  return join(dataDir, name);
};
const eventFile = (config: Config) => fileIn(config, 'events.db');
const readFile = (config: Config) => fileIn(config, 'views.db');

const inject = [configToken];

/** The engines behind the ports, and the machinery every feature runs on. */
@Global()
@Module({
  imports: [CqrsModule.forRoot()],
  providers: [
    {
      provide: eventStoreToken,
      inject,
      useFactory: (config: Config) => openSqliteEventStore({ file: eventFile(config) }),
    },
    {
      provide: readStoreToken,
      inject,
      useFactory: (config: Config) => openSqliteReadStore({ file: readFile(config) }),
    },
    {
      provide: vaultToken,
      inject,
      useFactory: (config: Config) => openSqliteVault({ file: fileIn(config, 'vault.db') }),
    },
    {
      provide: threadReplayerToken,
      inject,
      useFactory: (config: Config) =>
        createThreadReplayer({
          eventFile: eventFile(config),
          readFile: readFile(config),
          catalogueModule: '@tessera/domain/catalogue',
        }),
    },
    {
      provide: codecToken,
      inject: [vaultToken, configToken, clockToken],
      useFactory: (vault: Vault, { masterKey }: Config, clock: Clock) =>
        new PersonalDataCodec({ definitions, vault, masterKey, newId: () => clock.newId() }),
    },
    Streams,
    DispatchHandler,
    FollowerService,
  ],
  exports: [CqrsModule, eventStoreToken, readStoreToken, vaultToken, codecToken, Streams, FollowerService],
})
export class KernelModule {}
