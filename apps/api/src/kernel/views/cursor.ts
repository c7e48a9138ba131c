import { BadCursor, type Bound } from './port.ts';

export interface Order {
  /** The declared field; empty when sorted by key. */
  readonly name: string;
  readonly descending: boolean;
}

/** The last row of a page; null stands for a document without the value. */
export type Place = readonly [value: Bound | null, key: string];

export const encodeCursor = ({ name, descending }: Order, [value, key]: Place) =>
  Buffer.from(JSON.stringify([name, descending, value, key])).toString('base64url');

/** @throws BadCursor when it was not given for this order. */
export const decodeCursor = ({ name, descending }: Order, cursor: string): Place => {
  try {
    const parts = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown;
    if (Array.isArray(parts) && parts.length === 4) {
      const [field, direction, value, key] = parts as unknown[];
      const isBound = value === null || typeof value === 'string' || typeof value === 'number';
      if (field === name && direction === descending && isBound && typeof key === 'string') return [value, key];
    }
  } catch {
    // Not JSON: refused below, like every other cursor that this query did not give.
  }
  throw new BadCursor('The cursor does not belong to this list: ask for the first page again');
};
