import { atom } from 'jotai';
import { store } from '../../kernel/store.ts';
import { localStore } from '../../kernel/browser/storage.ts';

export type ThemeMode = 'light' | 'dark' | 'system';

const storageKey = 'ui-theme';
const systemIsDark = window.matchMedia('(prefers-color-scheme: dark)');

/** Any other stored value is treated as if nothing were stored. */
export const themeModeOf = (stored: string | null): ThemeMode =>
  stored === 'light' || stored === 'dark' ? stored : 'system';

const modeAtom = atom<ThemeMode>(themeModeOf(localStore.getItem(storageKey)));

const applyTheme = (mode: ThemeMode) => {
  const shown = mode === 'system' ? (systemIsDark.matches ? 'dark' : 'light') : mode;
  const root = document.documentElement;
  root.classList.remove('light', 'dark');
  root.classList.add(shown);
  root.style.colorScheme = shown;
};

/** The chosen theme; writing it stores the choice and applies it to the document. */
export const themeModeAtom = atom(
  (get) => get(modeAtom),
  (_get, set, mode: ThemeMode) => {
    localStore.setItem(storageKey, mode);
    set(modeAtom, mode);
  },
);

store.sub(modeAtom, () => applyTheme(store.get(modeAtom)));
systemIsDark.addEventListener('change', () => applyTheme(store.get(modeAtom)));
// The theme was changed in another tab.
window.addEventListener('storage', ({ key, newValue }) => {
  if (key === storageKey || key === null) store.set(modeAtom, themeModeOf(newValue));
});
applyTheme(store.get(modeAtom));
