/** Where someone is on the wall. */
export interface WallPlace {
  /** How many items hang there. */
  readonly count: number;
  /** The topmost item in the window, and how far from the window's upper edge it begins, in pixels. */
  readonly itemId: string;
  readonly top: number;
}

const storageKey = 'tessera-wall-places';
const placesMax = 20;

const storedPlaces = (): [string, WallPlace][] => {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as [string, WallPlace][];
  } catch {
    return [];
  }
};

/** By the entry of the history and what it asks for; the one that was looked at last is the last. */
let places = new Map(storedPlaces());

const nameOf = (historyKey: string, query: string) => `${historyKey} ${query}`;

export const wallPlaceOf = (historyKey: string, query: string): WallPlace | null =>
  places.get(nameOf(historyKey, query)) ?? null;

export const keepWallPlace = (historyKey: string, query: string, place: WallPlace): void => {
  const name = nameOf(historyKey, query);
  const others = [...places].filter(([known]) => known !== name);
  places = new Map([...others.slice(1 - placesMax), [name, place]]);
};

/** For the time when this page is loaded again. */
export const storeWallPlaces = (): void => sessionStorage.setItem(storageKey, JSON.stringify([...places]));
