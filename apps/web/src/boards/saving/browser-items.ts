import type { ContentRow } from '@tessera/contract/content';
import { atom } from 'jotai';
import type { Atom } from 'jotai';
import { sessionAtom } from '../../kernel/session.ts';
import { store } from '../../kernel/store.ts';
import { toast } from '../../kernel/toast.tsx';
import { viewedKeyOf } from './viewed-keys.ts';
import { localStore } from '../../kernel/browser/storage.ts';

/** The part of an item that a tile shows. */
export type TileItem = Pick<
  ContentRow,
  'id' | 'title' | 'media_url' | 'media_type' | 'media_widths' | 'media_width' | 'media_height' | 'placeholder'
> & {
  /** In dollars. */
  readonly from_price: number;
};

const tileItemOf = (item: TileItem): TileItem => ({
  id: item.id,
  title: item.title,
  media_url: item.media_url,
  media_type: item.media_type,
  media_widths: item.media_widths,
  media_width: item.media_width,
  media_height: item.media_height,
  placeholder: item.placeholder,
  from_price: item.from_price,
});

/** Guards against entries that another version, or someone else, left in the browser. */
const isTileItem = (value: unknown): value is TileItem => {
  const item = value as Partial<TileItem> | null;
  return (
    typeof item === 'object' &&
    typeof item?.id === 'string' &&
    typeof item.title === 'string' &&
    typeof item.media_url === 'string' &&
    typeof item.from_price === 'number' &&
    Array.isArray(item.media_widths)
  );
};

const storedItems = (key: string): readonly TileItem[] => {
  try {
    const kept: unknown = JSON.parse(localStore.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isTileItem) : [];
  } catch {
    return [];
  }
};

interface BrowserItems {
  /** The most recently added first. */
  readonly itemsAtom: Atom<readonly TileItem[]>;
  /** @throws if the browser refuses to store it */
  readonly add: (item: TileItem) => void;
  readonly remove: (ids: readonly string[]) => void;
}

/**
 * A list of items stored only in this browser, under the key of whoever uses it now, and shared by its tabs. Without a
 * key there is none. Beyond `atMost`, the oldest are dropped.
 */
const browserItems = (keyAtom: Atom<string | null>, atMost: number): BrowserItems => {
  /** Counts changes of what is stored, including those made in other tabs. */
  const versionAtom = atom(0);
  const noteChange = () => store.set(versionAtom, (count) => count + 1);
  window.addEventListener('storage', ({ key }) => {
    if (key === null || key === store.get(keyAtom)) noteChange();
  });
  const change = (changed: (items: readonly TileItem[]) => readonly TileItem[]) => {
    const key = store.get(keyAtom);
    if (key === null) return;
    localStore.storeItem(key, JSON.stringify(changed(storedItems(key))));
    noteChange();
  };
  return {
    itemsAtom: atom((get) => {
      get(versionAtom);
      const key = get(keyAtom);
      return key === null ? [] : storedItems(key);
    }),
    add: (item) => change((items) => [tileItemOf(item), ...items.filter(({ id }) => id !== item.id)].slice(0, atMost)),
    remove: (ids) => change((items) => items.filter(({ id }) => !ids.includes(id))),
  };
};

/** A visitor's saved items, which move into the account at sign-in. */
export const visitorBoard = browserItems(atom('saved-items'), 100);

/** Removes an item from a visitor's saved items, with a toast that can undo it. */
export const removeSavedItem = (item: TileItem): void => {
  visitorBoard.remove([item.id]);
  toast.info('Removed from your saved items', item.title, { label: 'Undo', onSelect: () => visitorBoard.add(item) });
};

/** Where the list of whoever is here now is stored; null until that is known. */
export const viewedKeyAtom = atom((get) => {
  const session = get(sessionAtom);
  return session === undefined ? null : viewedKeyOf(session?.userId);
});

/** What the account, or the visitor, looked at last. */
export const recentlyViewed = browserItems(viewedKeyAtom, 12);
