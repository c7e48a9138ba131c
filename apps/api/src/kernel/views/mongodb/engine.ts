import type { AnyView } from '@tessera/domain/kernel/view';
import type { PositionKind } from '../../log/port.ts';
import { MongoConnection } from '../../mongodb.ts';
import {
  type Change,
  Fenced,
  type Filter,
  type Find,
  type Generation,
  type LogIdentity,
  type Page,
  type ReadStore,
  ReadStoreUnavailable,
  type Stored,
} from '../port.ts';
import { type TermQuery, termQueryOf, findRanked } from '../word-search.ts';
import { createIndexes, load, type Row, type Rows, storedOf, write, writesOf } from './documents.ts';
import { purge } from './purge.ts';
import * as queries from './query.ts';
import { collectionOf, type Entry, Registry, retiredKeptMs } from './registry.ts';
import { TextSamples } from './text-sample.ts';

/** A reader learns within this time that another process has promoted a generation. */
const liveKnownMs = 1_000;
/** How often deleted documents are purged while a view is being written. */
const purgeEveryMs = 60_000;

/** What this process knows about a view. */
interface KnownView {
  readonly view: AnyView;
  /** The id of its registry entry. */
  readonly id: string;
  /** 0 if no fence was taken, as in a process that is the only writer. */
  fence: number;
  live: string;
  readAtMs: number;
  purgedAtMs: number;
}

class MongoReadStore implements ReadStore {
  /** Used for folding, so that readers can't keep it waiting, however many there are. */
  readonly #connection: MongoConnection;
  readonly #registry: Registry;
  readonly #readers: MongoConnection;
  readonly #readersRegistry: Registry;
  readonly #known = new Map<string, KnownView>();
  readonly #samples = new TextSamples();
  readonly #sweeps = new Set<NodeJS.Timeout>();
  readonly #purges = new Set<Promise<unknown>>();

  constructor(connection: MongoConnection, readers: MongoConnection) {
    this.#connection = connection;
    this.#registry = new Registry(connection.database);
    this.#readers = readers;
    this.#readersRegistry = new Registry(readers.database);
  }

  async register(view: AnyView, counts: PositionKind) {
    await this.#attempt(`register ${view.name}`, async () => {
      const { _id, live } = await this.#registry.register(view, counts);
      const { fence = 0, live: liveBefore } = this.#known.get(view.name) ?? {};
      // A process that takes over a view registers it again, and others are waiting for it.
      if (liveBefore !== live.id) await createIndexes(this.#rows(view, live.id), view);
      const readAtMs = performance.now();
      this.#known.set(view.name, { view, id: _id, fence, live: live.id, readAtMs, purgedAtMs: -Infinity });
      await this.#registry.sweep(view.name, _id);
    });
  }

  async fence(view: string, token: number) {
    const known = this.#registered(view);
    const { fence } = await this.#attempt(`take over ${view}`, () => this.#registry.fence(known.id, token));
    if (fence > token) throw fenced(view);
    known.fence = token;
  }

  async get<Document>(view: string, key: string) {
    return this.#read(view, async (rows) => {
      const projection = { 'state.position': 1, 'state.json': 1 };
      const row = await rows.findOne({ _id: key }, { projection, maxTimeMS: queries.readMaxMs });
      return (row && storedOf(row)) as Stored<Document> | null;
    });
  }

  async load(view: string, keys: readonly string[]) {
    const known = this.#registered(view);
    return this.#attempt(`read ${view}`, async () => {
      if (this.#isOutdated(known)) this.#remember(known, await this.#registry.read(known.id));
      return load(this.#rows(known.view, known.live), keys);
    });
  }

  async find<Document>(view: string, query: Find) {
    const of = this.#registered(view).view;
    const find = (termQuery: TermQuery) =>
      this.#read(view, (rows, known) => queries.find(rows, known.view, termQuery, this.#samples));
    if (query.ranked) return findRanked<Document>(of, query, find);
    const termQuery = termQueryOf(of, query);
    return (termQuery ? await find(termQuery) : { items: [], next: null }) as Page<Document>;
  }

  async count(view: string, query: Filter = {}, atMost?: number) {
    const termQuery = termQueryOf(this.#registered(view).view, query);
    if (!termQuery) return 0;
    return this.#read(view, (rows, known) => queries.count(rows, known.view, termQuery, this.#samples, atMost));
  }

  /** The server counts beside other work, and stops by itself if that takes long. */
  countBriefly(view: string, query: Filter, atMost: number) {
    return this.count(view, query, atMost);
  }

  async checkpoint(view: string) {
    return (await this.checkpoints([view])).get(view) ?? -1;
  }

  async checkpoints(views: readonly string[]) {
    const all = new Map(views.map((view) => [this.#registered(view).id, this.#registered(view)]));
    const entries = await this.#readers.read(`read the checkpoints of ${views.join(', ')}`, () =>
      this.#readersRegistry.readAll([...all.keys()]),
    );
    for (const entry of entries) this.#remember(all.get(entry._id) as KnownView, entry);
    return new Map(entries.map(({ view, live }) => [view, live.checkpoint]));
  }

  /** Writes documents first: after a crash before the checkpoints move, folding the batch again changes nothing. */
  async commit(position: number, views: readonly { readonly view: string; readonly changes: readonly Change[] }[]) {
    await this.#attempt(`commit position ${position}`, async () => {
      const entries = await this.#entries(views.map(({ view }) => this.#registered(view)));
      const parts = views
        .map(({ view, changes }) => ({ known: this.#registered(view), entry: entries.get(view) as Entry, changes }))
        // A repeated commit, for instance after a lost answer, has already been applied.
        .filter(({ entry }) => position > entry.live.checkpoint);
      const writes = parts.map(({ known: { view, fence }, entry, changes }) => ({
        rows: this.#rows(view, entry.live.id),
        writes: writesOf(view, changes, fence),
      }));
      await Promise.all(writes.map((each) => write(each.rows, each.writes)));
      if (parts.length === 0) return;
      const moves = parts.map(({ known: { fence }, entry }) => ({ entry, fence }));
      if (!(await this.#registry.advance(moves, position))) await this.#explainFailure(parts, position);
      for (const { known } of parts) this.#purgeIfDue(known, position);
    });
  }

  async rebuild(name: string, task?: string): Promise<Generation> {
    const known = this.#registered(name);
    const next = await this.#attempt(`rebuild ${name}`, async () => {
      const begun = await this.#registry.begin(known.id, known.fence, task);
      if (begun === null) throw fenced(name);
      await this.#registry.sweep(name, known.id);
      return begun;
    });
    return this.#generation(known, next);
  }

  log() {
    return this.#attempt('read the origin of the views', () => this.#registry.log());
  }

  /** The server manages its own files: overwritten data leaves its journal and oplog eventually. */
  async scrub() {}

  tryWrite() {
    return this.#attempt('try a write', () => this.#registry.tryWrite());
  }

  /**
   * Each view's entry says what its positions count: during a migration, processes of both kinds may share the store.
   */
  keepLog(log: LogIdentity) {
    return this.#attempt('keep the origin of the views', () => this.#registry.keepLog(log));
  }

  furthest(counts: PositionKind) {
    return this.#attempt('read the checkpoints', () => this.#registry.furthest(counts));
  }

  async close() {
    for (const sweep of this.#sweeps) clearTimeout(sweep);
    await Promise.all(this.#purges);
    await Promise.all([this.#connection.close(), this.#readers.close()]);
  }

  #generation(known: KnownView, { id, checkpoint }: Entry['live']): Generation {
    const { view } = known;
    const rows = this.#rows(view, id);
    const what = `the next generation of ${view.name}`;
    const advance = async (position: number) => {
      // Checked before the write as well, because MongoDB would recreate a collection that another process has dropped.
      if (!(await this.#registry.advanceNext(known.id, id, known.fence, position))) throw fenced(view.name);
    };
    return {
      checkpoint,
      load: (keys) => this.#attempt(`read ${what}`, () => load(rows, keys)),
      commit: (position, changes) =>
        this.#attempt(`write ${what}`, async () => {
          const writes = writesOf(view, changes, known.fence);
          await advance(-1);
          await write(rows, writes);
          await advance(position);
        }),
      index: () =>
        this.#connection.withoutTimeout(`index ${what}`, (database) =>
          createIndexes(database.collection<Row>(collectionOf(view.name, id)), view),
        ),
      promote: () =>
        this.#attempt(`switch to ${what}`, async () => {
          await createIndexes(rows, view);
          const entry = await this.#registry.promote(known.id, id, known.fence);
          if (!entry) throw fenced(view.name);
          this.#remember(known, entry);
          this.#sweepLater(known);
        }),
      discard: () =>
        this.#attempt(`discard ${what}`, async () => {
          await this.#registry.abandon(known.id, id);
          await this.#registry.sweep(view.name, known.id);
        }),
    };
  }

  /** Best effort: the next `register` or `rebuild` drops what this leaves behind. */
  #sweepLater({ view, id }: KnownView) {
    const sweep = setTimeout(() => {
      this.#sweeps.delete(sweep);
      this.#registry.sweep(view.name, id).catch(() => undefined);
    }, retiredKeptMs + liveKnownMs);
    sweep.unref();
    this.#sweeps.add(sweep);
  }

  /** Runs alongside the commits, as a best effort: whatever is left is purged after a later commit. */
  #purgeIfDue(known: KnownView, checkpoint: number) {
    if (performance.now() - known.purgedAtMs < purgeEveryMs) return;
    known.purgedAtMs = performance.now();
    const purging = purge(this.#rows(known.view, known.live), checkpoint)
      .catch(() => undefined)
      .finally(() => this.#purges.delete(purging));
    this.#purges.add(purging);
  }

  /** The entries as they are now. @throws Fenced if another process owns one of them */
  async #entries(all: readonly KnownView[]): Promise<ReadonlyMap<string, Entry>> {
    const entries = await this.#registry.readAll(all.map(({ id }) => id));
    const byView = new Map(entries.map((entry) => [entry.view, entry]));
    for (const known of all) {
      const entry = byView.get(known.view.name);
      if (!entry) throw this.#connection.failure(`write ${known.view.name}`, 'its entry in the registry is gone');
      if (entry.fence > known.fence) throw fenced(known.view.name);
      this.#remember(known, entry);
    }
    return byView;
  }

  /** Throws the reason why a checkpoint did not move, if there is one. */
  async #explainFailure(parts: readonly { readonly known: KnownView; readonly entry: Entry }[], position: number) {
    const entries = await this.#entries(parts.map(({ known }) => known));
    for (const { known, entry } of parts) {
      const { live } = entries.get(known.view.name) as Entry;
      if (live.id !== entry.live.id || live.checkpoint < position) {
        throw this.#connection.failure(`commit ${known.view.name}`, 'another generation was promoted meanwhile');
      }
    }
  }

  #isOutdated({ readAtMs }: KnownView) {
    return performance.now() - readAtMs > liveKnownMs;
  }

  #remember(known: KnownView, { live }: Entry) {
    known.live = live.id;
    known.readAtMs = performance.now();
  }

  #rows({ name }: AnyView, generation: string): Rows {
    return this.#connection.database.collection<Row>(collectionOf(name, generation));
  }

  #read<Result>(view: string, work: (rows: Rows, known: KnownView) => Promise<Result>) {
    return this.#readers.read(`read ${view}`, async () => {
      const known = this.#registered(view);
      if (this.#isOutdated(known)) this.#remember(known, await this.#readersRegistry.read(known.id));
      return work(this.#readers.database.collection<Row>(collectionOf(view, known.live)), known);
    });
  }

  #attempt<Result>(what: string, work: () => Promise<Result>) {
    return this.#connection.attempt(what, work);
  }

  #registered(view: string) {
    const known = this.#known.get(view);
    if (!known) throw new Error(`The view "${view}" is not registered`);
    return known;
  }
}

const fenced = (view: string) => new Fenced(`Another process writes the view ${view} now`);

/**
 * Views in MongoDB, a collection per generation, without transactions. @throws ReadStoreUnavailable if it can't connect
 */
export const openMongoReadStore = async ({ url }: { readonly url: string }): Promise<ReadStore> => {
  const connection = await MongoConnection.open(url, ReadStoreUnavailable);
  return new MongoReadStore(connection, new MongoConnection(url, ReadStoreUnavailable));
};
