import { readFileSync, readdirSync } from 'node:fs';
import type { Fields } from './kernel/fields.ts';

/** One file of `test/stored-events`: an event as stored in a log, and what was decided about it by hand. */
export interface StoredEvent {
  readonly file: string;
  readonly type: string;
  readonly version: number;
  /** Never edit it: shops have it in their logs. */
  readonly data: Fields;
  /** The sentence that the admin's audit page shows for it today. */
  readonly audit: string;
  /**
   * The fields that say who someone is, or how to reach or pay them, and the field with the id of the account whose key
   * encrypts them. Missing if there are none.
   */
  readonly personal?: { readonly of: string; readonly fields: readonly string[] };
  /**
   * The fields that anyone may read in the log: ids, amounts, times, and what is published or part of a contract. Given
   * once for each version, in its first sample.
   */
  readonly open?: readonly string[];
}

const folder = new URL('../../../test/stored-events/', import.meta.url);

export const storedEvents: readonly StoredEvent[] = readdirSync(folder)
  .sort()
  .map((file) => ({
    file,
    ...(JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Omit<StoredEvent, 'file'>),
  }));
