import { everybody } from '@tessera/domain/content/marketplace.view';
import type { ContentRow } from '@tessera/contract/content';
import { atom } from 'jotai';
import { cartAtom } from './cart.atoms.ts';
import { watch } from '../../kernel/reading/live.ts';
import { ApiError, get as read } from '../../kernel/send.ts';

const notFoundStatus = 404;
/** Samples are in no marketplace, so none of them can have left it. */
const samplePrefix = 'sample-';

export const isSample = (id: string) => id.startsWith(samplePrefix);

/** By id; null for what has left the marketplace. */
const rowsAtom = atom<ReadonlyMap<string, ContentRow | null>>(new Map());

/** What the marketplace says at present of the items in the cart, as far as that is known. */
export const cartContentAtom = atom((get) => get(rowsAtom));

const isRow = (value: unknown): value is ContentRow => typeof value === 'object' && value !== null && 'id' in value;

/** Asks for each item of the cart and follows what becomes of it; returns how to stop. */
export const followCartContentAtom = atom(null, (get, set) => {
  const setRow = (id: string, row: ContentRow | null) => set(rowsAtom, (before) => new Map(before).set(id, row));
  const readRow = async (id: string) => {
    try {
      setRow(id, await read<ContentRow>(`/api/content/${encodeURIComponent(id)}`));
    } catch (error) {
      // Of what can't be asked nothing is said: the order itself tells.
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
