import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { ReadStoreUnavailable } from '../port.ts';
import { inTransaction } from './generations.ts';

/** A megabyte, so that other work gets in between. */
const sliceMaxPages = 256;
const sliceGapMs = 2;
/** The part of a standard page that a long value can use. */
const usablePageBytes = 4_092;
/** Live commits free more pages meanwhile; at most this many further slices are taken for those. */
const furtherSlicesMax = 64;
const readersEndMaxMs = 5_000;
const readersPollMs = 20;

const freePages = (database: DatabaseSync) =>
  database.prepare('PRAGMA freelist_count').get()?.['freelist_count'] as number;

/** Fills every free page with zeros before giving any back; otherwise it would be given the same pages again. */
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
  // With this, a page is overwritten entirely when it is freed.
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
    if (performance.now() > untilMs)
      throw new ReadStoreUnavailable('SQLite read store: its write-ahead log is still being read');
    await delay(readersPollMs);
  }
};

/** Overwrites the data that dropped tables left on free pages, and empties the write-ahead log. */
export const scrub = async (database: DatabaseSync) => {
  await takeFreePages(database);
  await giveBackPages(database);
  await emptyWriteAheadLog(database);
};
