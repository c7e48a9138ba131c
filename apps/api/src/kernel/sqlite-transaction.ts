import type { DatabaseSync } from 'node:sqlite';

/** Does all of the work, or none of it. Other connections to the file wait until it is done. */
export const inTransaction = <Result>(database: DatabaseSync, work: () => Result): Result => {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
};
