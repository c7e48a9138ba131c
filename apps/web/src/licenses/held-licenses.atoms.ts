import type { HeldItem, HeldItems } from '@tessera/contract/cart';
import { atom, useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { get as read } from '../kernel/send.ts';
import { sessionAtom } from '../kernel/session.ts';
import { store } from '../kernel/store.ts';

/** As many as the server answers at once. */
const askedAtOnceMax = 50;

interface Known {
  readonly userId: string;
  /** By the item's id; null for an item without a license in force. */
  readonly held: ReadonlyMap<string, HeldItem | null>;
}

const knownAtom = atom<Known | null>(null);

const learn = (userId: string, ids: readonly string[], items: readonly HeldItem[]) => {
  const found = new Map(items.map((item) => [item.content_id, item]));
  store.set(knownAtom, (before) => {
    const held = new Map(before?.userId === userId ? before.held : []);
    for (const id of ids) held.set(id, found.get(id) ?? null);
    return { userId, held };
  });
};

const ask = async (userId: string, ids: readonly string[]): Promise<void> => {
  try {
    const content = encodeURIComponent(ids.join());
    learn(userId, ids, (await read<HeldItems>(`/api/cart/held?content=${content}`)).items);
  } catch {
    // Of what can't be asked nothing is said: the checkout names what is licensed already once more.
  }
};

let waiting = new Set<string>();

/** Asks for all that come into view at one time together. */
const askSoon = (userId: string, id: string) => {
  waiting.add(id);
  if (waiting.size > 1) return;
  queueMicrotask(() => {
    const ids = [...waiting];
    waiting = new Set();
    for (let at = 0; at < ids.length; at += askedAtOnceMax) void ask(userId, ids.slice(at, at + askedAtOnceMax));
  });
};

/** The license in force that the signed-in brand holds for an item; null for none, and while that isn't known. */
export const useHeld = (contentId: string): HeldItem | null => {
  const session = useAtomValue(sessionAtom, { store });
  const known = useAtomValue(knownAtom, { store });
  const brandId = session?.role === 'brand' ? session.userId : null;
  useEffect(() => {
    if (brandId) askSoon(brandId, contentId);
  }, [brandId, contentId]);
  return brandId && known?.userId === brandId ? (known.held.get(contentId) ?? null) : null;
};
