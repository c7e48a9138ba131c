import type { HeldItem, HeldItems } from '@tessera/contract/cart';
import { atom, useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { queryAtom } from '../kernel/reading/queries.ts';
import { get as read } from '../kernel/send.ts';
import { sessionAtom } from '../kernel/session.ts';
import { store } from '../kernel/store.ts';

/** The most ids that the server accepts in one request. */
const batchMax = 50;

type HeldById = ReadonlyMap<string, HeldItem>;

const readHeld = async (ids: readonly string[]): Promise<HeldById> => {
  const { items } = await read<HeldItems>(`/api/cart/held?content=${encodeURIComponent(ids.join())}`);
  return new Map(items.map((item) => [item.content_id, item]));
};

let batch: { readonly ids: string[]; readonly answer: Promise<HeldById> } | undefined;

/** Reads all items that are rendered at the same time in one request. */
const readBatched = async (id: string): Promise<HeldItem | null> => {
  if (!batch || batch.ids.length === batchMax) {
    const ids: string[] = [];
    const answer = Promise.resolve().then(() => {
      if (batch?.ids === ids) batch = undefined;
      return readHeld(ids);
    });
    batch = { ids, answer };
  }
  batch.ids.push(id);
  return (await batch.answer).get(id) ?? null;
};

const brandIdAtom = atom((get) => {
  const session = get(sessionAtom);
  return session?.role === 'brand' ? session.userId : undefined;
});

/**
 * The license in force that the signed-in brand has for an item; null if there is none, and until known. On failure it
 * stays null: the checkout names items that are already licensed as well.
 */
export const useHeldLicense = (contentId: string): HeldItem | null => {
  const held = useMemo(
    () => queryAtom(['held', contentId], () => readBatched(contentId), { of: brandIdAtom, gcTime: Infinity }),
    [contentId],
  );
  return useAtomValue(held, { store }).data ?? null;
};
