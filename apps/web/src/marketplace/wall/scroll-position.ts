import { tabStore } from '../../kernel/browser/storage.ts';

/** Where someone has scrolled to on the wall. */
export interface ScrollPosition {
  /** How many items the wall has loaded. */
  readonly count: number;
  /** The topmost item in the window, and the distance of its top from the window's upper edge, in pixels. */
  readonly itemId: string;
  readonly top: number;
}

const storageKey = 'tessera-wall-places';
const positionsMax = 20;

const storedPositions = (): [string, ScrollPosition][] => {
  try {
    return JSON.parse(tabStore.getItem(storageKey) ?? '[]') as [string, ScrollPosition][];
  } catch {
    return [];
  }
};

/** By history entry and query; the most recently used is last. */
let positions = new Map(storedPositions());

const keyOf = (historyKey: string, query: string) => `${historyKey} ${query}`;

export const scrollPositionOf = (historyKey: string, query: string): ScrollPosition | null =>
  positions.get(keyOf(historyKey, query)) ?? null;

export const keepScrollPosition = (historyKey: string, query: string, position: ScrollPosition): void => {
  const name = keyOf(historyKey, query);
  const others = [...positions].filter(([known]) => known !== name);
  positions = new Map([...others.slice(1 - positionsMax), [name, position]]);
};

/** Writes them to session storage, where they survive a reload. */
export const storeScrollPositions = (): void => tabStore.setItem(storageKey, JSON.stringify([...positions]));
