import type { AnyView } from '@tessera/domain/kernel/view';
import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { Change, Find, Generation, Page, ReadStore, Stored } from '../port.ts';
import { DocumentTables } from './document-tables.ts';
import {
  attempt,
  createGeneration,
  dropGenerationsBut,
  inTransaction,
  openDatabase,
  SqliteGeneration,
} from './generations.ts';
import * as queries from './query.ts';

/** Changes when the stored form of a view does: then it is folded again from the first event. */
const shapeOf = ({ version, indexes }: AnyView) =>
  createHash('sha256')
    .update(JSON.stringify([version, Object.keys(indexes.fields ?? {}), indexes.text !== undefined]))
    .digest('hex');

interface Live {
  readonly view: AnyView;
  id: number;
  tables: DocumentTables;
}

class SqliteReadStore implements ReadStore {
  readonly #database: DatabaseSync;
  readonly #live = new Map<string, Live>();

  constructor(file: string) {
    this.#database = attempt(`open ${file}`, () => openDatabase(file));
  }

  async register(view: AnyView) {
    const shape = shapeOf(view);
    const id = await inTransaction(`register ${view.name}`, this.#database, () => {
      const live = this.#database.prepare('SELECT id, shape FROM generations WHERE view = ? AND live').get(view.name);
      const kept = live?.['shape'] === shape ? (live['id'] as number) : null;
      dropGenerationsBut(this.#database, view.name, kept ?? -1);
      return kept ?? createGeneration(this.#database, view, shape, true);
    });
    this.#live.set(view.name, { view, id, tables: new DocumentTables(this.#database, id, view) });
  }

  async get<Document>(view: string, key: string) {
    return this.#read(view, (tables) => tables.get(key)) as Stored<Document> | null;
  }

  async load(view: string, keys: readonly string[]) {
    return this.#read(view, (tables) => tables.load(keys));
  }

  async find<Document>(view: string, query: Find) {
    return this.#read(view, (tables) => queries.find(tables, query)) as Page<Document>;
  }

  async count(view: string, query: Pick<Find, 'where' | 'range' | 'text'> = {}) {
    return this.#read(view, (tables) => queries.count(tables, query));
  }

  async checkpoint(view: string) {
    return attempt(`read the checkpoint of ${view}`, () => this.#checkpoint(view));
  }

  async commit(position: number, views: readonly { readonly view: string; readonly changes: readonly Change[] }[]) {
    await inTransaction(`commit position ${position}`, this.#database, () => {
      for (const { view, changes } of views) {
        // A commit that comes again, for instance after a lost answer, has been applied already.
        if (position <= this.#checkpoint(view)) continue;
        const { id, tables } = this.#registered(view);
        for (const change of changes) tables.write(change);
        tables.prepare('UPDATE generations SET checkpoint = ? WHERE id = ?').get(position, id);
      }
    });
  }

  async rebuild(name: string): Promise<Generation> {
    const live = this.#registered(name);
    const { view } = live;
    const id = await inTransaction(`rebuild ${name}`, this.#database, () => {
      dropGenerationsBut(this.#database, name, live.id);
      return createGeneration(this.#database, view, shapeOf(view), false);
    });
    return new SqliteGeneration(this.#database, id, view, () => {
      live.id = id;
      live.tables = new DocumentTables(this.#database, id, view);
    });
  }

  close() {
    if (this.#database.isOpen) this.#database.close();
    return Promise.resolve();
  }

  #checkpoint(view: string) {
    const { id, tables } = this.#registered(view);
    return tables.prepare('SELECT checkpoint FROM generations WHERE id = ?').get(id)?.['checkpoint'] as number;
  }

  #read<Result>(view: string, work: (tables: DocumentTables) => Result) {
    return attempt(`read ${view}`, () => work(this.#registered(view).tables));
  }

  #registered(view: string) {
    const live = this.#live.get(view);
    if (!live) throw new Error(`The view "${view}" is not registered`);
    return live;
  }
}

/**
 * Views in one SQLite file, read and written on the calling thread.
 * @throws ReadStoreUnavailable when the file can't be opened.
 */
export const openSqliteReadStore = async ({ file }: { readonly file: string }): Promise<ReadStore> =>
  new SqliteReadStore(file);
