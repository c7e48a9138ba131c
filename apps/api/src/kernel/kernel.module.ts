import { Global, Inject, Injectable, Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { definitions } from '@tessera/domain/catalog';
import type { Logger } from 'pino';
import { Clock } from './clock.ts';
import type { KernelConfig } from './config.ts';
import { EventCodec } from './log/codec.ts';
import { StoreConsistency } from './store-consistency.ts';
import { DispatchHandler, Streams } from './commands/dispatch.ts';
import { EmbeddedProjections } from './projecting/embedded-projections.ts';
import { openEventStore, openReadStore, openVault, threadReplayer } from './engines.ts';
import { EventStore } from './log/port.ts';
import { MasterKeys } from './keys/master-keys.ts';
import { Leases, registeredLeases, uncontended } from './work/lease.ts';
import { WorkRegister } from './work/register.ts';
import { registeredShares, Shares, unshared } from './work/shares.ts';
import { Measures } from './observe/measures.ts';
import { observedEventStore, observedFolds, observedLeases } from './observe/observed.ts';
import { PersonalDataCodec } from './log/personal-data.ts';
import { Projections } from './projecting/projections.ts';
import { Reactions } from './commands/reactions.ts';
import { ReadStore } from './views/port.ts';
import { SharedProjections } from './projecting/shared-projections.ts';
import { BackgroundWork, WorkPace } from './work/background-work.ts';
import { Foreground } from './work/foreground.ts';
import { configToken, loggerToken } from './tokens.ts';
import type { EnumerableVault } from './records/enumerable-vault.ts';
import { Vault } from './records/port.ts';

const makeEventStore = async (config: KernelConfig, measures: Measures): Promise<EventStore> => {
  const engine = config.eventStore === 'embedded' ? 'sqlite' : config.eventStore.engine;
  return observedEventStore(await openEventStore(config), engine, measures);
};

const reportTo = (logger: Logger) => (error: unknown, what: string) => logger.error({ err: error }, what);

/** Null if this process shares its stores with no other. */
const makeRegister = (config: KernelConfig, vault: Vault, clock: Clock, logger: Logger): WorkRegister | null =>
  config.readStore === 'embedded'
    ? null
    : new WorkRegister({ vault, owner: clock.newId(), leaseMs: config.leaseMs, report: reportTo(logger) });

const makeLeases = (register: WorkRegister | null, logger: Logger, measures: Measures): Leases =>
  observedLeases(register ? registeredLeases(register, reportTo(logger)) : uncontended, measures);

const makeShares = (register: WorkRegister | null): Shares => (register ? registeredShares(register) : unshared);

/** Everything that folding views needs, for the factory below. */
@Injectable()
class Machinery {
  constructor(
    @Inject(configToken) readonly config: KernelConfig,
    @Inject(loggerToken) readonly logger: Logger,
    readonly clock: Clock,
    readonly events: EventStore,
    readonly views: ReadStore,
    readonly vault: Vault,
    readonly codec: EventCodec,
    readonly leases: Leases,
    readonly reactions: Reactions,
    readonly measures: Measures,
  ) {}
}

/** With embedded stores, this process folds everything itself; otherwise it shares the views with other processes. */
const makeProjections = (machinery: Machinery): Projections => {
  const { config, logger, clock, events, views, vault, codec, leases, reactions } = machinery;
  const parts = {
    events,
    views,
    vault,
    decode: codec.decode.bind(codec),
    react: reactions.react.bind(reactions),
    onFolded: observedFolds(machinery.measures),
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
    { provide: EventStore, inject: [configToken, Measures], useFactory: makeEventStore },
    { provide: ReadStore, inject, useFactory: openReadStore },
    { provide: Vault, inject, useFactory: openVault },
    { provide: WorkRegister, inject: [configToken, Vault, Clock, loggerToken], useFactory: makeRegister },
    { provide: Leases, inject: [WorkRegister, loggerToken, Measures], useFactory: makeLeases },
    { provide: Shares, inject: [WorkRegister], useFactory: makeShares },
    {
      provide: EventCodec,
      inject: [Vault, configToken, Clock],
      useFactory: (vault: Vault, config: KernelConfig, clock: Clock) =>
        new PersonalDataCodec({
          definitions,
          vault,
          masterKeys: MasterKeys.of(config),
          newId: () => clock.newId(),
        }),
    },
    {
      provide: StoreConsistency,
      inject: [configToken, EventStore, ReadStore, Vault],
      useFactory: (config: KernelConfig, events: EventStore, views: ReadStore, vault: EnumerableVault) =>
        StoreConsistency.check({ events, views, vault, masterKeys: MasterKeys.of(config) }),
    },
    Streams,
    DispatchHandler,
    Reactions,
    Machinery,
    { provide: Projections, inject: [Machinery], useFactory: makeProjections },
    WorkPace,
    BackgroundWork,
    Foreground,
  ],
  exports: [
    CqrsModule,
    Measures,
    EventStore,
    ReadStore,
    Vault,
    Leases,
    Shares,
    EventCodec,
    Streams,
    Projections,
    BackgroundWork,
    Foreground,
  ],
})
export class KernelModule {}
