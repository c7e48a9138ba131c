import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../../apps/api/src/kernel/clock.ts';
import type { DomainEvent } from '@tessera/domain/kernel/event';
import type { EventCodec } from '../../../apps/api/src/kernel/log/codec.ts';
import type { EventStore } from '../../../apps/api/src/kernel/log/port.ts';
import { openSqliteEventStore } from '../../../apps/api/src/kernel/log/sqlite/engine.ts';
import { type Committed, Follower, type FollowerParts } from '../../../apps/api/src/kernel/projecting/follow.ts';
import { MasterKeys } from '../../../apps/api/src/kernel/keys/master-keys.ts';
import { PersonalDataCodec } from '../../../apps/api/src/kernel/log/personal-data.ts';
import type { ReadStore } from '../../../apps/api/src/kernel/views/port.ts';
import { openSqliteReadStore } from '../../../apps/api/src/kernel/views/sqlite/engine.ts';
import { createThreadReplayer } from '../../../apps/api/src/kernel/replaying/replay-thread.ts';
import type { Vault } from '../../../apps/api/src/kernel/records/port.ts';
import { openSqliteVault } from '../../../apps/api/src/kernel/records/sqlite.ts';
import * as catalog from './tally-catalog.ts';

const masterKey = Buffer.alloc(32, 7);
export const metadata = { actor: 'system', correlation: 'test', causation: null };

export interface Machine {
  readonly events: EventStore;
  readonly views: ReadStore;
  readonly vault: Vault;
  /** Everything that was committed, in order. */
  readonly commits: Committed[];
  readonly reports: string[];
  readonly codec: EventCodec;
  readonly threadReplayer: NonNullable<FollowerParts['threadReplayer']>;
  /** Appends events to a stream with its own revision count; returns the last position. */
  append(stream: string, ...events: DomainEvent[]): Promise<number>;
  /** Creates a follower over these stores; it stops together with the machine. */
  follower(parts?: Partial<FollowerParts>): Follower;
  close(): Promise<void>;
}

/** A real log, read store and vault in a temporary directory, or in a given one that is kept. */
export const openMachine = async (kept?: string): Promise<Machine> => {
  const directory = kept ?? (await mkdtemp(join(tmpdir(), 'tally-')));
  const files = {
    eventFile: join(directory, 'events.db'),
    viewsFile: join(directory, 'views.db'),
    vaultFile: join(directory, 'vault.db'),
  };
  const [events, views, vault] = await Promise.all([
    openSqliteEventStore({ file: files.eventFile }),
    openSqliteReadStore({ file: files.viewsFile }),
    openSqliteVault({ file: files.vaultFile }),
  ]);
  const revisions = new Map<string, number>();
  const followers: Follower[] = [];
  const commits: Committed[] = [];
  const reports: string[] = [];
  const catalogModule = new URL('./tally-catalog.ts', import.meta.url).href;
  const threadReplayer = createThreadReplayer({ ...files, catalogModule, masterKeys: [masterKey] });
  const codec = new PersonalDataCodec({
    definitions: catalog.definitions,
    vault,
    masterKeys: new MasterKeys(masterKey),
    newId: () => systemClock.newId(),
  });
  return {
    events,
    views,
    vault,
    commits,
    reports,
    codec,
    threadReplayer,
    append: async (stream, ...appended) => {
      const expected = revisions.get(stream) ?? -1;
      revisions.set(stream, expected + appended.length);
      const added = await codec.encode(appended, metadata);
      return (await events.append(stream, expected, added)).position;
    },
    follower: (parts) => {
      const follower = new Follower({
        ...{ events, views, vault, catalog, threadReplayer },
        decode: codec.decode.bind(codec),
        react: () => Promise.resolve(),
        report: (error, what) => void reports.push(`${what}: ${String(error)}`),
        onCommitted: (committed) => void commits.push(committed),
        onPromoted: () => undefined,
        ...parts,
      });
      followers.push(follower);
      return follower;
    },
    close: async () => {
      await Promise.all(followers.map((follower) => follower.stop()));
      await Promise.all([events.close(), views.close(), vault.close()]);
      if (kept === undefined) await rm(directory, { recursive: true });
    },
  };
};
