import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';

/** The contents of a view: the number of documents, and a hash of all of them with their keys and positions. */
export interface ViewState {
  readonly documents: number;
  readonly hash: string;
}

/** The live generation of every view, read from the views' file while the product runs. */
export const viewStates = (dataDir: string): ReadonlyMap<string, ViewState> => {
  const database = new DatabaseSync(join(dataDir, 'views.db'), { readOnly: true, timeout: 5_000 });
  try {
    // A single moment of all views: a rebuilt generation replaces another one, which is dropped.
    database.exec('BEGIN');
    const live = database.prepare('SELECT view, id FROM generations WHERE live ORDER BY view').all();
    return new Map(
      live.map(({ view, id }) => {
        const hash = createHash('sha256');
        let documents = 0;
        const rows = database.prepare(
          `SELECT key, position, document
           FROM generation_${Number(id)} JOIN generation_${Number(id)}_documents USING (id) ORDER BY key`,
        );
        for (const { key, position, document } of rows.iterate()) {
          documents += 1;
          hash.update(JSON.stringify([key, position, document]));
        }
        return [String(view), { documents, hash: hash.digest('hex') }];
      }),
    );
  } finally {
    database.close();
  }
};

/** The names of the views that differ. */
export const differing = (one: ReadonlyMap<string, ViewState>, other: ReadonlyMap<string, ViewState>): string[] =>
  [...new Set([...one.keys(), ...other.keys()])].filter((view) => one.get(view)?.hash !== other.get(view)?.hash);
