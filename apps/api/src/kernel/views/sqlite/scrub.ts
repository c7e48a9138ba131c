import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { ReadStoreUnavailable } from '../port.ts';
import { inTransaction } from './generations.ts';

/** A megabyte: other work gets between two such buckets. */
const sliceMaxPages = 256;
const sliceGapMs = 2;
/** Of a page of the usual size, what a part of a long value takes. */
const usablePageBytes = 4_092;
/** Live commits free pages meanwhile: so many slices more are taken, and then it is enough. */
const furtherSlicesMax = 64;
const readersEndMaxMs = 5_000;
const readersPollMs = 20;

const freePages = (database: DatabaseSync) =>
  database.prepare('PRAGMA freelist_count').get()?.['freelist_count'] as number;

/** Takes every free page for zeros, before it gives back the first: it would be given the same ones again. */
const takeFreePages = async (database: DatabaseSync) => {
  const slicesMax = Math.ceil(freePages(database) / sliceMaxPages) + furtherSlicesMax;
  for (let slices = 0; slices < slicesMax; slices += 1) {
    const pages = Math.min(freePages(database), sliceMaxPages);
    if (pages === 0) return;
    await inTransaction('overwrite free pages', database, () =>
      database.prepare('INSERT INTO scrubbing (zeros) VALUES (zeroblob(?))').run(pages * usablePageBytes),
    );
    await delay(sliceGapMs);
  }
};

const giveBackPages = async (database: DatabaseSync) => {
  // As it is given back, a page is overwritten as a whole.
  database.exec('PRAGMA secure_delete = ON');
  try {
    for (let isMore = true; isMore;) {
      await inTransaction('free pages', database, () => {
        const one = 'DELETE FROM scrubbing WHERE rowid = (SELECT min(rowid) FROM scrubbing)';
        isMore = database.prepare(one).run().changes > 0;
      });
      await delay(sliceGapMs);
    }
  } finally {
    database.exec('PRAGMA secure_delete = OFF');
  }
};

const emptyWriteAheadLog = async (database: DatabaseSync) => {
  const untilMs = performance.now() + readersEndMaxMs;
  while (database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.['busy'] !== 0) {
    if (performance.now() > untilMs) throw new ReadStoreUnavailable('SQLite read store: its log is being read');
    await delay(readersPollMs);
  }
};

/** Overwrites what dropped tables have left on free pages, and empties the write-ahead log. */
export const scrub = async (database: DatabaseSync) => {
  await takeFreePages(database);
  await giveBackPages(database);
  await emptyWriteAheadLog(database);
};
