import { atom } from 'jotai';
import { store } from '../../kernel/store.ts';

export type ThemeMode = 'light' | 'dark' | 'system';

const storageKey = 'ui-theme';
const systemIsDark = window.matchMedia('(prefers-color-scheme: dark)');

/** Any other stored value counts as nothing stored. */
export const themeModeOf = (stored: string | null): ThemeMode =>
  stored === 'light' || stored === 'dark' ? stored : 'system';

const kept = atom<ThemeMode>(themeModeOf(localStorage.getItem(storageKey)));

const mark = (mode: ThemeMode) => {
  const shown = mode === 'system' ? (systemIsDark.matches ? 'dark' : 'light') : mode;
  const root = document.documentElement;
  root.classList.remove('light', 'dark');
  root.classList.add(shown);
  root.style.colorScheme = shown;
};

/** The chosen theme; writing it keeps the choice and marks the document root. */
export const themeModeAtom = atom(
  (get) => get(kept),
  (_get, set, mode: ThemeMode) => {
    localStorage.setItem(storageKey, mode);
    set(kept, mode);
  },
);

store.sub(kept, () => mark(store.get(kept)));
systemIsDark.addEventListener('change', () => mark(store.get(kept)));
// Another tab chose.
window.addEventListener('storage', ({ key, newValue }) => {
  if (key === storageKey || key === null) store.set(kept, themeModeOf(newValue));
});
mark(store.get(kept));
