import { defineView } from '@tessera/domain/kernel/view';
import { openMongoReadStore } from '../../apps/api/src/kernel/views/mongodb/engine.ts';
import { type ReadStore, ReadStoreUnavailable } from '../../apps/api/src/kernel/views/port.ts';
import { openMongoVault } from '../../apps/api/src/kernel/records/mongodb.ts';
import { type Vault, VaultUnavailable } from '../../apps/api/src/kernel/records/port.ts';
import { FerretDb } from '../support/servers/ferretdb.ts';
import { record } from '../support/figures.ts';
import { until } from '../support/until.ts';
import { needs } from '../support/servers/needs.ts';

const program = process.env['FERRETDB'];
const kills = 15;
const items = 40;
const batchEvents = 60;
const batches = 30;

interface Tally {
  readonly total: number;
  readonly counts: number;
}
const tallies = defineView<Tally>({
  name: 'tallies',
  version: 1,
  on: [],
  indexes: { fields: { total: ({ total }) => total } },
});

/** The item of the log's event number n, which adds to the item or clears it. */
const itemOf = (position: number) => `item-${(position * 7) % items}`;
const evolve = (before: Tally | undefined, position: number): Tally | undefined => {
  if (position % 13 === 12) return undefined;
  return { total: (before?.total ?? 0) + position, counts: (before?.counts ?? 0) + 1 };
};

const foldAll = (through: number) => {
  const documents = new Map<string, Tally>();
  for (let position = 0; position <= through; position += 1) {
    const next = evolve(documents.get(itemOf(position)), position);
    if (next) documents.set(itemOf(position), next);
    else documents.delete(itemOf(position));
  }
  return documents;
};

/** Like the follower: load, fold what is newer than each document, commit. */
const foldBatch = async (store: ReadStore, after: number) => {
  const positions = Array.from({ length: batchEvents }, (_, index) => after + 1 + index);
  const stored = await store.load('tallies', [...new Set(positions.map(itemOf))]);
  const folded = new Map<string, { position: number; document: Tally | undefined }>();
  for (const position of positions) {
    const key = itemOf(position);
    const found = stored.get(key) as { position: number; document: Tally | undefined } | undefined;
    const before = folded.get(key) ?? found;
    if (before && before.position >= position) continue;
    folded.set(key, { position, document: evolve(before?.document, position) });
  }
  const changes = [...folded].map(([key, change]) => ({ key, ...change }));
  await store.commit(after + batchEvents, [{ view: 'tallies', changes }]);
};

const missing = program ? null : 'FERRETDB names no program';

needs('FerretDB', missing)('MongoDB (FerretDB) that is killed while views are written', () => {
  let server: FerretDb;
  let store: ReadStore;
  let vault: Vault;
  beforeAll(async () => {
    server = await FerretDb.start(program ?? '');
    store = await openMongoReadStore({ url: server.address });
    vault = await openMongoVault({ url: server.address });
    await store.register(tallies, 'events');
    // FerretDB can't repeat the creation of an index if it was killed during the first.
    await vault.get('counters', 'one');
  });
  afterAll(async () => {
    await store.close();
    await vault.close();
    await server.stop();
  });

  it('ends with the same view as a fold of all events, and keeps every acknowledged write of the vault', async () => {
    const through = batches * batchEvents - 1;
    let failedCommits = 0;
    let failedUpdates = 0;
    let answeredUpdates = 0;
    let slowestRecoveryMs = 0;
    let killed = 0;
    let restarting: Promise<void> = Promise.resolve();
    const killAfter = (delayMs: number) => {
      killed += 1;
      restarting = new Promise((resolve) => setTimeout(resolve, delayMs))
        .then(() => server.kill())
        .then(() => server.start());
    };
    const count = async () => {
      await vault.update<{ count: number }>('counters', 'one', (before) => ({ count: (before?.count ?? 0) + 1 }));
      answeredUpdates += 1;
    };

    for (let batch = 0; batch < batches; batch += 1) {
      // Spread over the commit: some kills hit the load, some the documents, some the checkpoint.
      if (batch % 2 === 0 && killed < kills) killAfter((batch * 17) % 160);
      const startedMs = performance.now();
      for (;;) {
        try {
          await count().catch((error: unknown) => {
            expect(error).toBeInstanceOf(VaultUnavailable);
            failedUpdates += 1;
          });
          await foldBatch(store, await store.checkpoint('tallies'));
          break;
        } catch (error) {
          expect(error).toBeInstanceOf(ReadStoreUnavailable);
          failedCommits += 1;
          await restarting;
        }
      }
      slowestRecoveryMs = Math.max(slowestRecoveryMs, performance.now() - startedMs);
      await restarting;
    }

    // A batch whose answer was lost may have been committed; then the next one followed it directly.
    const checkpoint = await store.checkpoint('tallies');
    expect(checkpoint).toBeGreaterThanOrEqual(through);
    const expected = foldAll(checkpoint);
    const { items: stored } = await store.find<Tally>('tallies', { limit: 500 });
    expect(new Map(stored.map(({ key, document }) => [key, document]))).toEqual(expected);
    const counted = (await vault.get<{ count: number }>('counters', 'one'))?.count ?? 0;
    // An update that failed may have been written; one that was answered has been.
    expect(counted).toBeGreaterThanOrEqual(answeredUpdates);
    expect(counted).toBeLessThanOrEqual(answeredUpdates + failedUpdates);
    expect(killed).toBe(kills);
    expect(failedCommits + failedUpdates).toBeGreaterThan(0);
    record('MongoDB (FerretDB) killed while views are written', {
      kills,
      events: checkpoint + 1,
      failedCommits,
      failedUpdates,
      differingDocuments: 0,
      slowestRecoveryMs: Math.round(slowestRecoveryMs),
    });
  }, 180_000);

  it('fails while it is down, and recovers without help', async () => {
    await server.kill();
    await expect(store.get('tallies', 'item-1')).rejects.toThrow(ReadStoreUnavailable);
    await expect(vault.get('counters', 'one')).rejects.toThrow(VaultUnavailable);
    await server.start();
    const answered = <Answer>(ask: () => Promise<Answer>) => until('it answers again', () => ask().catch(() => null));
    expect(await answered(() => vault.get('counters', 'one'))).not.toBeNull();
    expect(await answered(() => store.checkpoint('tallies'))).toBeGreaterThan(0);
  }, 60_000);
});
