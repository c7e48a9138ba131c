import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { unknownDevice } from '@tessera/domain/accounts/access/device';
import { defineView } from '@tessera/domain/kernel/view';
import type { Timestamp } from 'mongodb';
import { DeviceSeals } from '../../apps/api/src/accounts/devices/device-seals.ts';
import { Factors } from '../../apps/api/src/accounts/second-factor/factors.ts';
import { SessionRegistry } from '../../apps/api/src/accounts/sessions/sessions.ts';
import { readConfig } from '../../apps/api/src/config.ts';
import { systemClock } from '../../apps/api/src/kernel/clock.ts';
import { Follower } from '../../apps/api/src/kernel/projecting/follow.ts';
import { openMongoVault } from '../../apps/api/src/kernel/records/mongodb.ts';
import { type Vault, VaultUnavailable } from '../../apps/api/src/kernel/records/port.ts';
import { openMongoReadStore } from '../../apps/api/src/kernel/views/mongodb/engine.ts';
import { untilAborted } from '../../apps/api/src/kernel/async/until-aborted.ts';
import { registeredLeases, type Tenure } from '../../apps/api/src/kernel/work/lease.ts';
import { WorkRegister } from '../../apps/api/src/kernel/work/register.ts';
import { type Command, type Fate, ReplicaSetDouble } from '../support/doubles/replica-set.ts';
import { FerretDb } from '../support/servers/ferretdb.ts';
import { needs } from '../support/servers/needs.ts';
import { until } from '../support/until.ts';
import { counted, definitions, tallies } from '../support/worlds/tally-catalog.ts';
import { type Machine, openMachine } from '../support/worlds/tally-machine.ts';

const program = process.env['FERRETDB'];
const missing = program ? null : 'FERRETDB names no program';

const people = defineView<{ name: string }>({
  name: 'people',
  version: 1,
  on: [],
  indexes: { fields: { name: ({ name }) => name } },
});
const electionMs = 12_000;
const ann = { key: 'ann', position: 3, document: { name: 'Ann' } };

const sessionsIn = (vault: Vault) => {
  const config = readConfig({
    JWT_SECRET: 'j'.repeat(32),
    MASTER_KEY: 'ab'.repeat(32),
    ADMIN_PASSWORD: 'long enough to keep',
  });
  const noKeys = { keyOf: () => Promise.resolve(null) };
  const factors = new Factors(vault, systemClock, noKeys, { publicUrl: 'http://localhost' });
  return new SessionRegistry(vault, systemClock, factors, new DeviceSeals(noKeys), config);
};

/** A follower of a single view. */
const followerOf = ({ events, views, vault, codec }: Pick<Machine, 'events' | 'views' | 'vault' | 'codec'>) =>
  new Follower({
    ...{ events, views, vault, catalog: { views: [tallies], workflows: [], definitions } },
    decode: (batch) => codec.decode(batch),
    react: () => Promise.resolve(),
    report: () => undefined,
    onCommitted: () => undefined,
    onPromoted: () => undefined,
  });

needs('FerretDB', missing)('MongoDB (FerretDB behind a double of a replica set)', () => {
  let server: FerretDb;
  let members: ReplicaSetDouble;
  let url: string;
  const opened: { close(): Promise<unknown> }[] = [];
  const kept = <Open extends { close(): Promise<unknown> }>(open: Open) => {
    opened.push(open);
    return open;
  };
  const openStore = async () => kept(await openMongoReadStore({ url }));
  const openVault = async () => kept(await openMongoVault({ url }));

  beforeAll(async () => {
    server = await FerretDb.start(program ?? '');
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    members = await ReplicaSetDouble.inFrontOf(server.address);
    url = members.url(`tessera_${randomBytes(6).toString('hex')}`);
  });
  afterEach(async () => {
    for (const each of opened.splice(0)) await each.close();
    await members.close();
  });

  const readsOf = (from: number) => members.seen.slice(from).filter(({ name }) => name === 'find');
  const levelOf = ({ body }: Command) => (body['readConcern'] as { level?: string } | undefined)?.level;
  const afterOf = ({ body }: Command) =>
    (body['readConcern'] as { afterClusterTime?: Timestamp } | undefined)?.afterClusterTime;

  it('[PROD-10] a generation that another process starts during a cleanup is kept', async () => {
    const [sweeping, replaying] = [await openStore(), await openStore()];
    await sweeping.register(people, 'events');
    await replaying.register(people, 'events');
    const begin = async () => {
      const generation = await replaying.rebuild('people');
      await generation.commit(3, [ann]);
      return generation;
    };
    for (const step of ['listCollections', 'find']) {
      const { promise: generation, resolve: begun } = Promise.withResolvers<Awaited<ReturnType<typeof begin>>>();
      let isFirst = true;
      members.fate = async ({ name }): Promise<Fate> => {
        if (name !== step || !isFirst) return 'answered';
        isFirst = false;
        begun(await begin());
        return 'answered';
      };
      await sweeping.register(people, 'events');
      await (await generation).promote();
      expect(await replaying.get('people', 'ann')).toEqual(ann);
    }
  });

  it('[PROD-10] registry, vault and fold read what a majority has, and at least what was acknowledged to this process', async () => {
    const [store, vault] = [await openStore(), await openVault()];
    await store.register(people, 'events');
    await store.fence('people', 1);
    await store.commit(3, [{ view: 'people', changes: [ann] }]);
    const generation = await store.rebuild('people');
    await vault.insert('keys', 'ann', { wrapped: 'x' });
    const from = members.seen.length;
    await store.load('people', ['ann']);
    await store.checkpoint('people');
    await store.furthest('events');
    await store.log();
    await generation.load(['ann']);
    await generation.promote();
    await vault.get('keys', 'ann');
    await vault.inGroup('keys', 'ann');
    await vault.update('keys', 'ann', () => ({ wrapped: 'y' }));
    for await (const record of vault.records('keys')) expect(record.key).toBe('ann');
    const reads = readsOf(from);
    expect(new Set(reads.map(({ collection }) => collection.replace(/[0-9a-f]{24}$/, '…')))).toEqual(
      new Set(['view_people_…', 'generations', 'origin', 'vault_keys']),
    );
    expect(reads.filter((read) => levelOf(read) !== 'majority')).toEqual([]);

    const before = members.seen.length;
    await store.commit(4, [{ view: 'people', changes: [{ ...ann, position: 4 }] }]);
    const [committed] = readsOf(before);
    await store.load('people', ['ann']);
    const loaded = readsOf(before).at(-1);
    const [earlier, later] = [afterOf(committed!), afterOf(loaded!)];
    // The documents and the checkpoint were written in between.
    expect(later!.subtract(earlier!).toNumber() / 2 ** 32).toBeGreaterThanOrEqual(3);
  });

  it('[PROD-13] an election of 12 s loses no acknowledged write and no lease, and ends no session', async () => {
    const [store, vault] = [await openStore(), await openVault()];
    const reports: string[] = [];
    const report = (error: unknown, what: string) => void reports.push(`${what}: ${String(error)}`);
    const stopping = new AbortController();
    const { promise: held, resolve: hold } = Promise.withResolvers<Tenure>();
    const keeping = registeredLeases(new WorkRegister({ vault, owner: 'a', leaseMs: 20_000, report }), report).keep(
      'folding',
      stopping.signal,
      async (tenure) => {
        hold(tenure);
        await untilAborted(tenure.signal);
      },
    );
    const tenure = await held;
    await store.register(people, 'events');
    await store.fence('people', tenure.token);
    const sessions = sessionsIn(vault);
    const { refreshToken } = await sessions.begin('account', 'password', unknownDevice);

    let [answered, failed] = [0, 0];
    let isDone = false;
    const increment = (before: { count: number } | undefined) => ({ count: (before?.count ?? 0) + 1 });
    const counting = async () => {
      while (!isDone) {
        try {
          await vault.update('counters', 'one', increment);
          answered += 1;
        } catch (error) {
          expect(error).toBeInstanceOf(VaultUnavailable);
          failed += 1;
        }
      }
    };
    const folding = async () => {
      for (let position = 0; ; position += 1) {
        await store.commit(position, [{ view: 'people', changes: [{ ...ann, position }] }]);
        if (isDone) return position;
      }
    };
    const work = Promise.all([folding(), counting(), counting()]);
    await until('both write', async () => answered > 10 && (await store.checkpoint('people')) > 3);
    // The last write is carried out as the primary steps down, and its answer is lost.
    const { promise: steppedDown, resolve } = Promise.withResolvers<void>();
    members.fate = ({ name, collection }) => {
      if (name !== 'update' || collection !== 'vault_counters') return 'answered';
      members.fate = () => 'answered';
      members.stepDown();
      resolve();
      return 'answer lost';
    };
    await steppedDown;
    const refreshing = sessions.refresh(refreshToken, unknownDevice);
    const before = answered;
    await delay(electionMs);
    expect(answered - before).toBeLessThanOrEqual(1);
    members.elect();
    const elected = answered;
    await until('both write again', () => Promise.resolve(answered > elected + 10));
    isDone = true;
    const [position] = await work;
    expect(await store.checkpoint('people')).toBe(position);
    expect((await store.get('people', 'ann'))?.position).toBe(position);
    // The driver doesn't retry a lost write while it learns of the election from another one; then nobody is told that
    // it was done.
    expect(failed).toBeLessThanOrEqual(1);
    const { count } = (await vault.get<{ count: number }>('counters', 'one'))!;
    expect([answered, answered + failed]).toContain(count);
    const next = await refreshing;
    expect((await sessions.refresh(next.refreshToken, unknownDevice)).id).toBe(next.id);
    expect([tenure.isHeld(), tenure.signal.aborted]).toEqual([true, false]);
    expect(reports).toEqual([]);
    stopping.abort();
    await keeping;
  }, 60_000);

  it('[PROD-13] an interrupted replay continues where it was, with what it had parked', async () => {
    const machine = await openMachine();
    const amounts = Array.from({ length: 2_500 }, (_, index) =>
      counted.of({ item: `item-${index % 5}`, amount: index }),
    );
    amounts[7] = counted.of({ item: 'poison', amount: Number.NaN });
    for (const [index, event] of amounts.entries()) await machine.append(`count-${index % 50}`, event);
    const readAll = jest.spyOn(machine.events, 'readAll');
    const begun = () => readAll.mock.calls.map(([{ after }]) => after);
    const follow = async (token: number) => {
      const views = await openStore();
      await views.register(tallies, 'events');
      await views.fence('tallies', token);
      return { views, follower: followerOf({ ...machine, views }) };
    };
    const first = await follow(1);
    await first.follower.start();
    readAll.mockClear();
    const stopping = new AbortController();
    const interrupted = first.follower.replay(
      'tallies',
      ({ state }) => {
        if (state !== 'switching' || stopping.signal.aborted) return;
        stopping.abort();
        void first.follower.stop();
      },
      'asked once',
    );
    await expect(interrupted).rejects.toThrow(/abort/i);
    expect(begun()[0]).toBe(-1);
    const second = await follow(2);
    await second.follower.start();
    const live = await second.views.find('tallies', { limit: 10 });
    readAll.mockClear();
    await second.follower.replay('tallies', () => undefined, 'asked once');
    expect(begun()).toEqual([]);
    expect((await second.follower.parked('tallies')).map(({ position }) => position)).toContain(7);
    expect(await second.views.find('tallies', { limit: 10 })).toEqual(live);
    await second.follower.replay('tallies', () => undefined, 'asked anew');
    expect(begun()[0]).toBe(-1);
    await second.follower.stop();
    await machine.close();
  }, 60_000);

  it('[PROD-10] a key is only taken if a majority confirms who has it', async () => {
    const vault = await openVault();
    expect(await vault.insert('emails', 'one', { by: 1 })).toBe(true);
    expect(await vault.insert('emails', 'one', { by: 2 })).toBe(false);
    const taken = { index: 0, code: 11_000, errmsg: 'E11000 duplicate key error' };
    const writeConcernError = {
      code: 64,
      codeName: 'WriteConcernTimeout',
      errmsg: 'waiting for replication timed out',
    };
    members.fate = ({ name }) =>
      name === 'insert' ? { answer: { ok: 1, n: 0, writeErrors: [taken], writeConcernError } } : 'answered';
    await expect(vault.insert('emails', 'one', { by: 2 })).rejects.toThrow(VaultUnavailable);
    await expect(vault.update('emails', 'two', () => ({ by: 2 }))).rejects.toThrow(VaultUnavailable);
  });
});
