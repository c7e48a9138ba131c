import type { ContentRow } from '@tessera/contract/content';
import { atom } from 'jotai';
import type { Atom } from 'jotai';
import { store } from '../../kernel/store.ts';

/** As much of an item as a tile shows. */
export type KeptItem = Pick<
  ContentRow,
  'id' | 'title' | 'media_url' | 'media_type' | 'media_widths' | 'media_width' | 'media_height' | 'placeholder'
> & {
  /** Dollars. */
  readonly from_price: number;
};

const keptOf = (item: KeptItem): KeptItem => ({
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

/** What another version, or another hand, left in the browser is no item. */
const isKept = (value: unknown): value is KeptItem => {
  const item = value as Partial<KeptItem> | null;
  return (
    typeof item === 'object' &&
    typeof item?.id === 'string' &&
    typeof item.title === 'string' &&
    typeof item.media_url === 'string' &&
    typeof item.from_price === 'number' &&
    Array.isArray(item.media_widths)
  );
};

const restored = (key: string): readonly KeptItem[] => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isKept) : [];
  } catch {
    return [];
  }
};

interface Kept {
  /** What was kept last comes first. */
  readonly itemsAtom: Atom<readonly KeptItem[]>;
  /** @throws where the browser refuses */
  readonly add: (item: KeptItem) => void;
  readonly remove: (ids: readonly string[]) => void;
}

/** A list of items in this browser alone, the same in all of its tabs; beyond `atMost` the oldest go. */
const keptItems = (key: string, atMost: number): Kept => {
  const readAtom = atom(restored(key));
  window.addEventListener('storage', (event) => {
    if (event.key === null || event.key === key) store.set(readAtom, restored(key));
  });
  const keep = (items: readonly KeptItem[]) => {
    localStorage.setItem(key, JSON.stringify(items));
    store.set(readAtom, items);
  };
  return {
    itemsAtom: atom((get) => get(readAtom)),
    add: (item) => keep([keptOf(item), ...restored(key).filter(({ id }) => id !== item.id)].slice(0, atMost)),
    remove: (ids) => keep(restored(key).filter(({ id }) => !ids.includes(id))),
  };
};

/** A visitor's board: it moves into the account at sign-in. */
export const visitorsBoard = keptItems('saved-items', 100);

export const recentlySeen = keptItems('recently-seen', 12);
