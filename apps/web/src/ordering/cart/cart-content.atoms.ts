import { everybody } from '@tessera/domain/content/row';
import type { ContentRow } from '@tessera/contract/content';
import { atom } from 'jotai';
import { cartAtom } from './cart.atoms.ts';
import { watch } from '../../kernel/reading/live.ts';
import { ApiError, get as read } from '../../kernel/send.ts';

const notFoundStatus = 404;
/** Samples aren't in the marketplace, so they can't have left it. */
const samplePrefix = 'sample-';

export const isSample = (id: string) => id.startsWith(samplePrefix);

/** By id; null for an item that has left the marketplace. */
const rowsAtom = atom<ReadonlyMap<string, ContentRow | null>>(new Map());

/** The current marketplace rows of the items in the cart, as far as known. */
export const cartContentAtom = atom((get) => get(rowsAtom));

const isRow = (value: unknown): value is ContentRow => typeof value === 'object' && value !== null && 'id' in value;

/** Reads each item of the cart and follows its changes. @returns a function that unsubscribes */
export const followCartContentAtom = atom(null, (get, set) => {
  const setRow = (id: string, row: ContentRow | null) => set(rowsAtom, (before) => new Map(before).set(id, row));
  const readRow = async (id: string) => {
    try {
      setRow(id, await read<ContentRow>(`/api/content/${encodeURIComponent(id)}`));
    } catch (error) {
      // Other failures aren't reported: ordering reports what is unavailable.
      if (error instanceof ApiError && error.status === notFoundStatus) setRow(id, null);
    }
  };
  const ids = () =>
    new Set(
      get(cartAtom)
        .map(({ id }) => id)
        .filter((id) => !isSample(id)),
    );
  return watch(
    'marketplace',
    everybody,
    ({ value, removed }) => {
      if (removed !== undefined && ids().has(removed)) setRow(removed, null);
      else if (isRow(value) && ids().has(value.id)) setRow(value.id, value);
      else if (removed === undefined && !isRow(value)) for (const id of ids()) void readRow(id);
    },
    { ofMany: true },
  );
});
