/** Where someone is on the wall. */
export interface ScrollPosition {
  /** How many items hang there. */
  readonly count: number;
  /** The topmost item in the window, and how far from the window's upper edge it begins, in pixels. */
  readonly itemId: string;
  readonly top: number;
}

const storageKey = 'tessera-wall-places';
const positionsMax = 20;

const storedPositions = (): [string, ScrollPosition][] => {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as [string, ScrollPosition][];
  } catch {
    return [];
  }
};

/** By the entry of the history and what it asks for; the one that was looked at last is the last. */
let positions = new Map(storedPositions());

const keyOf = (historyKey: string, query: string) => `${historyKey} ${query}`;

export const scrollPositionOf = (historyKey: string, query: string): ScrollPosition | null =>
  positions.get(keyOf(historyKey, query)) ?? null;

export const keepScrollPosition = (historyKey: string, query: string, place: ScrollPosition): void => {
  const name = keyOf(historyKey, query);
  const others = [...positions].filter(([known]) => known !== name);
  positions = new Map([...others.slice(1 - positionsMax), [name, place]]);
};

/** For the time when this page is loaded again. */
export const storeScrollPositions = (): void => sessionStorage.setItem(storageKey, JSON.stringify([...positions]));
