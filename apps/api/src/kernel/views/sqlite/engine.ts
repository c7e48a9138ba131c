import type { AnyView } from '@tessera/domain/kernel/view';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { WalCheckpoints } from '../../write-ahead-log/wal-checkpoints.ts';
import type { PositionKind } from '../../log/port.ts';
import {
  type Change,
  Fenced,
  type Filter,
  type Find,
  type Generation,
  type LogIdentity,
  type Page,
  type ReadStore,
  type Stored,
} from '../port.ts';
import { shapeOf } from '../shape.ts';
import { type TermQuery, termQueryOf, type RankedQuery, findRanked } from '../word-search.ts';
import { DocumentTables, tablesVersion } from './document-tables.ts';
import {
  attempt,
  createGeneration,
  dropGenerationsBut,
  inTransaction,
  openDatabase,
  SqliteGeneration,
  unmap,
} from './generations.ts';
import { scrub } from './scrub.ts';
import * as counting from './counting.ts';
import * as queries from './query.ts';

interface Live {
  readonly view: AnyView;
  readonly shape: string;
  id: number;
  tables: DocumentTables;
  /** 0 if no fence was taken. */
  fence: number;
}

interface State {
  readonly checkpoint: number;
  readonly token: number;
}

const tokenSql = 'coalesce((SELECT token FROM fences WHERE view = ?), 0) AS token';

/** 16 MB. */
const copiedAtPages = 4_000;
/** 64 MB. */
const logMaxPages = 16_000;

/** A payout run over a gigabyte of views maps some 50 MB in this time. */
const mappedMaxMs = 2_000;

class SqliteReadStore implements ReadStore {
  readonly #database: DatabaseSync;
  readonly #walCheckpoints: WalCheckpoints;
  readonly #liveStates: StatementSync;
  readonly #checkpoint: StatementSync;
  readonly #live = new Map<string, Live>();
  #mappedSinceMs = performance.now();

  constructor(file: string) {
    this.#database = attempt(`open ${file}`, () => openDatabase(file));
    this.#walCheckpoints = new WalCheckpoints(this.#database, { file, copiedAtPages, logMaxPages });
    this.#liveStates = this.#database.prepare(
      'SELECT id, checkpoint, coalesce(token, 0) AS token FROM generations LEFT JOIN fences USING (view) WHERE live',
    );
    this.#checkpoint = this.#database.prepare(
      'UPDATE generations SET checkpoint = ? WHERE id IN (SELECT value FROM json_each(?))',
    );
  }

  async register(view: AnyView, counts: PositionKind) {
    const shape = `${tablesVersion}:${shapeOf(view, counts)}`;
    const id = await inTransaction(`register ${view.name}`, this.#database, () => {
      const live = this.#database.prepare('SELECT id, shape FROM generations WHERE view = ? AND live').get(view.name);
      const kept = live?.['shape'] === shape ? (live['id'] as number) : null;
      dropGenerationsBut(this.#database, view.name, kept ?? -1);
      return kept ?? createGeneration(this.#database, view, shape, true);
    });
    const fence = this.#live.get(view.name)?.fence ?? 0;
    const tables = new DocumentTables(this.#database, id, view);
    this.#live.set(view.name, { view, shape, id, tables, fence });
    // Not in slices with other work in between: a starting process answers requests as soon as it yields, and needs
    // every view by then.
    tables.readAhead();
  }

  async fence(view: string, token: number) {
    const live = this.#registered(view);
    await inTransaction(`take over ${view}`, this.#database, () => {
      const before = this.#database.prepare(`SELECT ${tokenSql}`).get(view)?.['token'] as number;
      if (before > token) throw fenced(view);
      if (before === token) return;
      this.#database
        .prepare('INSERT INTO fences (view, token) VALUES (?, ?) ON CONFLICT DO UPDATE SET token = excluded.token')
        .get(view, token);
      // Drops what the previous writer was building: its next write finds the generation gone, and is refused.
      dropGenerationsBut(this.#database, view, this.#current(live).id);
    });
    live.fence = token;
  }

  async get<Document>(view: string, key: string) {
    return this.#read(view, (tables) => tables.get(key)) as Stored<Document> | null;
  }

  async load(view: string, keys: readonly string[]) {
    return this.#read(view, (tables) => tables.load(keys));
  }

  async find<Document>(view: string, query: Find) {
    const of = this.#registered(view).view;
    const find = (termQuery: TermQuery) => this.#read(view, (tables) => queries.find(tables, termQuery));
    const findFew = (ranked: RankedQuery) => this.#read(view, (tables) => queries.findFewRanked(tables, ranked));
    if (query.ranked) return findRanked<Document>(of, query, find, findFew);
    const termQuery = termQueryOf(of, query);
    return (termQuery ? find(termQuery) : { items: [], next: null }) as Page<Document>;
  }

  async count(view: string, query: Filter = {}, atMost?: number) {
    const termQuery = termQueryOf(this.#registered(view).view, query);
    return termQuery ? this.#read(view, (tables) => counting.count(tables, termQuery, atMost)) : 0;
  }

  async countBriefly(view: string, query: Filter, atMost: number) {
    const termQuery = termQueryOf(this.#registered(view).view, query);
    return termQuery ? this.#read(view, (tables) => counting.countBriefly(tables, termQuery, atMost)) : 0;
  }

  async checkpoint(view: string) {
    return attempt(`read the checkpoint of ${view}`, () => this.#state(view).checkpoint);
  }

  async checkpoints(views: readonly string[]) {
    return attempt('read the checkpoints', () => new Map(views.map((view) => [view, this.#state(view).checkpoint])));
  }

  async commit(position: number, views: readonly { readonly view: string; readonly changes: readonly Change[] }[]) {
    await inTransaction(`commit position ${position}`, this.#database, () => {
      const states = this.#states();
      const written: number[] = [];
      for (const { view, changes } of views) {
        const { checkpoint, token } = states.get(this.#registered(view).id) ?? this.#state(view);
        const { id, tables, fence } = this.#registered(view);
        if (token > fence) throw fenced(view);
        // A repeated commit, for instance after a lost answer, has already been applied.
        if (position <= checkpoint) continue;
        if (changes.length > 0) tables.write(changes);
        written.push(id);
      }
      this.#checkpoint.get(position, JSON.stringify(written));
    });
    void this.#walCheckpoints.afterCommit();
    const now = performance.now();
    if (now - this.#mappedSinceMs < mappedMaxMs) return;
    unmap(this.#database);
    this.#mappedSinceMs = now;
  }

  async rebuild(name: string): Promise<Generation> {
    const live = this.#registered(name);
    const { view } = live;
    const id = await inTransaction(`rebuild ${name}`, this.#database, () => {
      if (this.#state(name).token > live.fence) throw fenced(name);
      dropGenerationsBut(this.#database, name, live.id);
      return createGeneration(this.#database, view, live.shape, false);
    });
    return new SqliteGeneration(this.#database, id, view, () => {
      live.id = id;
      live.tables = new DocumentTables(this.#database, id, view);
    });
  }

  async scrub() {
    await scrub(this.#database);
  }

  async tryWrite() {
    // It sets the value that is already there, and the page is written anyway.
    await inTransaction('try a write', this.#database, () => this.#database.exec('PRAGMA user_version = 0'));
  }

  /** Has no history: backups don't include the views. */
  async log() {
    const first = attempt('read the origin of the views', () => this.#origin()?.log);
    return first === undefined ? null : { first, history: null };
  }

  async keepLog({ first }: LogIdentity, counts: PositionKind) {
    const before = attempt('read the origin of the views', () => this.#origin());
    if (before?.log === first && before.counts === counts) return;
    await inTransaction('keep the origin of the views', this.#database, () => {
      if (before && before.log !== first) this.#dropAll();
      this.#database.prepare('INSERT OR REPLACE INTO origin (one, log, counts) VALUES (1, ?, ?)').run(first, counts);
    });
  }

  /** The caller holds the transaction. */
  #dropAll() {
    for (const { view } of this.#database.prepare('SELECT DISTINCT view FROM generations').all()) {
      dropGenerationsBut(this.#database, view as string, -1);
    }
  }

  /** Each start drops what was folded from a log of the other kind, so only one kind is present at a time. */
  async furthest(counts: PositionKind) {
    return attempt('read the checkpoints', () => {
      if (this.#origin()?.counts !== counts) return -1;
      const { furthest } = this.#database
        .prepare('SELECT coalesce(max(checkpoint), -1) AS furthest FROM generations WHERE live')
        .get() as { furthest: number };
      return furthest;
    });
  }

  #origin() {
    return this.#database.prepare('SELECT log, counts FROM origin').get() as
      | { log: string; counts: PositionKind }
      | undefined;
  }

  async close() {
    await this.#walCheckpoints.close();
    if (this.#database.isOpen) this.#database.close();
  }

  /** The states of all live generations by id: a commit changes few of the views, but moves the checkpoints of all. */
  #states(): ReadonlyMap<number, State> {
    const rows = this.#liveStates.all() as unknown as readonly (State & { readonly id: number })[];
    return new Map(rows.map(({ id, ...state }) => [id, state]));
  }

  /** The state of the live generation; the token is that of the process that writes it. */
  #state(view: string): State {
    const live = this.#registered(view);
    const select = () =>
      live.tables
        .prepare(`SELECT checkpoint, ${tokenSql} FROM generations WHERE id = ? AND live`)
        .get(view, live.id) as unknown as State | undefined;
    const state = select();
    if (state) return state;
    this.#current(live);
    return select() ?? { checkpoint: -1, token: Infinity };
  }

  #read<Result>(view: string, work: (tables: DocumentTables) => Result) {
    return attempt(`read ${view}`, () => {
      const live = this.#registered(view);
      try {
        return work(live.tables);
      } catch (error) {
        // Another process may have promoted a generation and dropped the one that was being read.
        const { id } = live;
        if (this.#current(live).id === id) throw error;
        return work(live.tables);
      }
    });
  }

  /** Switches to the generation that is live now. */
  #current(live: Live) {
    const { view, id } = live;
    const now = this.#database.prepare('SELECT id FROM generations WHERE view = ? AND live').get(view.name)?.['id'];
    if (typeof now === 'number' && now !== id) {
      live.id = now;
      live.tables = new DocumentTables(this.#database, now, view);
    }
    return live;
  }

  #registered(view: string) {
    const live = this.#live.get(view);
    if (!live) throw new Error(`The view "${view}" is not registered`);
    return live;
  }
}

const fenced = (view: string) => new Fenced(`Another process writes the view ${view} now`);

/** Views in one SQLite file, used on the calling thread. @throws ReadStoreUnavailable if the file can't be opened */
export const openSqliteReadStore = async ({ file }: { readonly file: string }): Promise<ReadStore> =>
  new SqliteReadStore(file);
