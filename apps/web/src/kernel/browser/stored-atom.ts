import { atomWithStorage, createJSONStorage } from 'jotai/utils';
import { localStore } from './storage.ts';

/** An atom whose value this browser keeps, as JSON, under a key. Other tabs follow it. */
export const storedAtom = <Value>(key: string, initial: Value) =>
  atomWithStorage<Value>(
    key,
    initial,
    createJSONStorage<Value>(() => ({
      ...localStore,
      subscribe: (watched, onChange) => {
        const report = (event: StorageEvent) => {
          if (event.key === watched || event.key === null) onChange(event.newValue);
        };
        window.addEventListener('storage', report);
        return () => window.removeEventListener('storage', report);
      },
    })),
    { getOnInit: true },
  );
