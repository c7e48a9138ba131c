import { BadCursor, type Bound } from './port.ts';

export interface SortOrder {
  /** The field sorted by; empty when sorted by key. */
  readonly name: string;
  readonly descending: boolean;
}

/** Where a page's last row is in that order: its sort value (null if the document has none) and its key. */
export type Place = readonly [value: Bound | null, key: string];

export const encodeCursor = ({ name, descending }: SortOrder, [value, key]: Place) =>
  Buffer.from(JSON.stringify([name, descending, value, key])).toString('base64url');

/** @throws BadCursor if it was not made for this order */
export const decodeCursor = ({ name, descending }: SortOrder, cursor: string): Place => {
  try {
    const parts = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown;
    if (Array.isArray(parts) && parts.length === 4) {
      const [field, direction, value, key] = parts as unknown[];
      const isBound = value === null || typeof value === 'string' || typeof value === 'number';
      if (field === name && direction === descending && isBound && typeof key === 'string') return [value, key];
    }
  } catch {
    // Not JSON: refused below, like any other cursor that this query did not produce.
  }
  throw new BadCursor('The cursor does not belong to this list: ask for the first page again');
};
