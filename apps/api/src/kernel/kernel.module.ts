import { Global, Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { definitions } from '@tessera/domain/catalogue';
import type { Logger } from 'pino';
import type { Clock } from './clock.ts';
import type { Config } from '../config.ts';
import type { EventCodec } from './log/codec.ts';
import { Belonging } from './belonging.ts';
import { DispatchHandler, Streams } from './commands/dispatch.ts';
import { EmbeddedProjections } from './projecting/embedded-projections.ts';
import { openEventStore, openReadStore, openVault, threadReplayer } from './engines.ts';
import type { EventStore } from './log/port.ts';
import { MasterKeys } from './keys/master-keys.ts';
import { uncontended, vaultLeases } from './work/lease.ts';
import type { Leases } from './work/lease.ts';
import { Measures } from './observe/measures.ts';
import { observedEventStore, observedFolds, observedLeases } from './observe/observed.ts';
import { PersonalDataCodec } from './log/personal-data.ts';
import { Projections } from './projecting/projections.ts';
import { Reactions } from './commands/reactions.ts';
import type { ReadStore } from './views/port.ts';
import { SharedProjections } from './projecting/shared-projections.ts';
import { SoleWork } from './work/sole-work.ts';
import {
  clockToken,
  codecToken,
  configToken,
  eventStoreToken,
  leasesToken,
  loggerToken,
  readStoreToken,
  vaultToken,
} from './tokens.ts';
import type { ListedVault } from './records/listed.ts';
import type { Vault } from './records/port.ts';

const makeEventStore = async (config: Config, measures: Measures): Promise<EventStore> => {
  const engine = config.eventStore === 'embedded' ? 'sqlite' : config.eventStore.engine;
  return observedEventStore(await openEventStore(config), engine, measures);
};

const makeLeases = (config: Config, vault: Vault, clock: Clock, logger: Logger, measures: Measures): Leases => {
  if (config.readStore === 'embedded') return observedLeases(uncontended, measures);
  const report = (error: unknown, what: string) => logger.error({ err: error }, what);
  return observedLeases(vaultLeases({ vault, owner: clock.newId(), leaseMs: config.leaseMs, report }), measures);
};

/** Where this process stands alone it folds everything itself; otherwise it shares the views with other processes. */
const makeProjections = (
  config: Config,
  clock: Clock,
  logger: Logger,
  events: EventStore,
  views: ReadStore,
  vault: Vault,
  codec: EventCodec,
  leases: Leases,
  reactions: Reactions,
  measures: Measures,
): Projections => {
  const parts = {
    events,
    views,
    vault,
    decode: codec.decode.bind(codec),
    react: reactions.carryOut.bind(reactions),
    onFolded: observedFolds(measures),
  };
  if (config.readStore === 'embedded') {
    const replayer = threadReplayer(config);
    return new EmbeddedProjections({ ...parts, ...(replayer && { threadReplayer: replayer }) }, logger);
  }
  const projector = config.role === 'api' ? null : { ...parts, leases };
  return new SharedProjections({ events, views, vault, logger, newId: () => clock.newId(), projector });
};

const inject = [configToken];

/** The engines behind the ports, and the machinery every feature runs on. */
@Global()
@Module({
  imports: [CqrsModule.forRoot()],
  providers: [
    Measures,
    { provide: eventStoreToken, inject: [configToken, Measures], useFactory: makeEventStore },
    { provide: readStoreToken, inject, useFactory: openReadStore },
    { provide: vaultToken, inject, useFactory: openVault },
    {
      provide: leasesToken,
      inject: [configToken, vaultToken, clockToken, loggerToken, Measures],
      useFactory: makeLeases,
    },
    {
      provide: codecToken,
      inject: [vaultToken, configToken, clockToken],
      useFactory: (vault: Vault, config: Config, clock: Clock) =>
        new PersonalDataCodec({
          definitions,
          vault,
          masterKeys: MasterKeys.of(config),
          newId: () => clock.newId(),
        }),
    },
    {
      provide: Belonging,
      inject: [configToken, eventStoreToken, readStoreToken, vaultToken],
      useFactory: (config: Config, events: EventStore, views: ReadStore, vault: ListedVault) =>
        Belonging.of({ events, views, vault, masterKeys: MasterKeys.of(config) }),
    },
    Streams,
    DispatchHandler,
    Reactions,
    {
      provide: Projections,
      inject: [
        configToken,
        clockToken,
        loggerToken,
        eventStoreToken,
        readStoreToken,
        vaultToken,
        codecToken,
        leasesToken,
        Reactions,
        Measures,
      ],
      useFactory: makeProjections,
    },
    SoleWork,
  ],
  exports: [
    CqrsModule,
    Measures,
    eventStoreToken,
    readStoreToken,
    vaultToken,
    leasesToken,
    codecToken,
    Streams,
    Projections,
    SoleWork,
  ],
})
export class KernelModule {}
