/** Text by key. What the browser can't store lasts until the page is left. */
export interface BrowserStorage {
  readonly getItem: (key: string) => string | null;
  readonly setItem: (key: string, value: string) => void;
  /** @throws DOMException if there is no space left; the stored value is then as before */
  readonly storeItem: (key: string, value: string) => void;
  readonly removeItem: (key: string) => void;
  readonly keys: () => readonly string[];
}

/** Null where the site's data is blocked: the property itself throws then. */
const opened = (open: () => Storage): Storage | null => {
  try {
    return open();
  } catch {
    return null;
  }
};

const guarded = (storage: Storage | null): BrowserStorage => {
  /** Stands in for what could not be stored. */
  const inMemory = new Map<string, string>();
  const storeItem = (key: string, value: string) => {
    if (!storage) return void inMemory.set(key, value);
    storage.setItem(key, value);
    inMemory.delete(key);
  };
  window.addEventListener('storage', ({ key }) => {
    if (key === null) inMemory.clear();
    else inMemory.delete(key);
  });
  return {
    getItem: (key) => {
      try {
        return inMemory.get(key) ?? storage?.getItem(key) ?? null;
      } catch {
        return null;
      }
    },
    storeItem,
    setItem: (key, value) => {
      try {
        storeItem(key, value);
      } catch {
        inMemory.set(key, value);
      }
    },
    removeItem: (key) => {
      inMemory.delete(key);
      storage?.removeItem(key);
    },
    keys: () => [...new Set([...inMemory.keys(), ...Object.keys(storage ?? {})])],
  };
};

const local = opened(() => window.localStorage);

/** Whether this browser blocks the site's data, so that nothing outlasts the page. */
export const isStorageBlocked = local === null;

/** Shared by all tabs, and kept when the browser is closed. */
export const localStore = guarded(local);

/** Of this tab, until it is closed. */
export const tabStore = guarded(opened(() => window.sessionStorage));
