import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineEvent } from '@tessera/domain/kernel/event';
import type { RecordedEvent } from '@tessera/domain/kernel/event';
import fc from 'fast-check';
import { v7 } from 'uuid';
import { MemoryVault } from '../../../../../test/support/doubles/memory-vault.ts';
import { openSqliteEventStore } from '../log/sqlite/engine.ts';
import type { EventStore } from '../log/port.ts';
import { FoldedStreams } from './folded-streams.ts';
import { MasterKeys } from '../keys/master-keys.ts';
import { PersonalDataCodec } from '../log/personal-data.ts';

interface Renamed {
  readonly account_id: string;
  readonly name: string | null;
}

const renamed = defineEvent<Renamed>()('Renamed', {
  personal: { account: (data) => data.account_id, fields: ['name'] },
  audit: () => 'Renamed.',
});
const definitions = new Map([[renamed.type, renamed]]);
const metadata = { actor: 'system', correlation: 'test', causation: null };

const namesOf = (state: readonly (string | null)[], events: readonly RecordedEvent[]) => [
  ...state,
  ...events.map(({ data }) => (data as Renamed).name),
];

describe('states folded from streams', () => {
  let folder: string;
  let log: EventStore;
  let streams = 0;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tessera-folded-'));
    log = await openSqliteEventStore({ file: join(folder, 'events.db') });
  });
  afterAll(async () => {
    await log.close();
    await rm(folder, { recursive: true, force: true });
  });

  const open = () => {
    const codec = new PersonalDataCodec({
      definitions,
      vault: new MemoryVault(),
      masterKeys: new MasterKeys(randomBytes(32)),
      newId: v7,
    });
    const account_id = `account-${(streams += 1)}`;
    let revision = -1;
    const rename = async (...names: readonly string[]) => {
      const events = names.map((name) => renamed.of({ account_id, name }));
      ({ revision } = await log.append(account_id, revision, await codec.encode(events, metadata)));
    };
    const read = (folded: FoldedStreams) => folded.read(account_id, [], namesOf);
    return { codec, account_id, rename, read };
  };

  it('[SEC-03] equal a fold of the whole history, whenever they are read', async () => {
    const batch = fc.array(fc.string({ maxLength: 5 }), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.record({ batch, isRead: fc.boolean() }), { maxLength: 6 }), async (steps) => {
        const { codec, rename, read } = open();
        const kept = new FoldedStreams(log, codec);
        for (const step of steps) {
          await rename(...step.batch);
          if (step.isRead) expect(await read(kept)).toEqual(await read(new FoldedStreams(log, codec)));
        }
        const last = await read(kept);
        expect(last.state).toEqual(steps.flatMap((step) => step.batch));
        expect(last.revision).toBe(last.state.length - 1);
      }),
    );
  });

  it('[SEC-03] cost only a read of what was added since, however long the history is', async () => {
    const { codec, account_id, rename, read } = open();
    await rename(...Array.from({ length: 2_000 }, (_unused, edit) => `edit ${edit}`));
    const readStream = jest.spyOn(log, 'readStream');
    const folded = new FoldedStreams(log, codec);
    await read(folded);
    await read(folded);
    await rename('one more');
    expect((await read(folded)).state).toHaveLength(2_001);
    expect(readStream.mock.calls).toEqual([
      [account_id, 0],
      [account_id, 2_000],
      [account_id, 2_000],
    ]);
    readStream.mockRestore();
  });

  it('[SEC-03][ENT-04] forget a person immediately', async () => {
    const { codec, account_id, rename, read } = open();
    await rename('Mira', 'Mara');
    const folded = new FoldedStreams(log, codec);
    expect((await read(folded)).state).toEqual(['Mira', 'Mara']);
    await codec.forget(account_id);
    expect((await read(folded)).state).toEqual([null, null]);
  });

  it.each([
    ['of a newer version', renamed.type, renamed.version + 1],
    ['of a type that is unknown here', 'Promoted', 1],
    ['of a type with the name of an inherited property', 'constructor', 1],
    ['of another such type', '__proto__', 1],
  ])('[PROD-11] refuse a stream with an event %s, whatever was read of it before', async (_which, type, version) => {
    const { codec, account_id, rename, read } = open();
    await rename('Mira');
    const folded = new FoldedStreams(log, codec);
    expect((await read(folded)).state).toEqual(['Mira']);
    const newer = { id: v7(), type, version, data: { account_id, name: { first: 'Mara' } }, metadata };
    await log.append(account_id, 0, [newer]);
    const refused = { name: 'EventStoreUnavailable', message: expect.stringMatching(/newer release/) };
    await expect(read(folded)).rejects.toMatchObject(refused);
    await expect(read(new FoldedStreams(log, codec))).rejects.toMatchObject(refused);
  });
});
