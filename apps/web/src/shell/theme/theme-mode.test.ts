import { store } from '../../kernel/store.ts';
import { themeModeAtom, themeModeOf } from './theme-mode.ts';

test('[THEME-05][THEME-07] the stored theme applies; nothing stored, or anything else, means the system’s theme', () => {
  expect(['light', 'dark', 'system', null, 'neon'].map(themeModeOf)).toEqual([
    'light',
    'dark',
    'system',
    'system',
    'system',
  ]);
});

test('[THEME-03][THEME-04] a choice is stored and applied to the document root', () => {
  store.set(themeModeAtom, 'dark');
  expect(localStorage.getItem('ui-theme')).toBe('dark');
  expect(document.documentElement).toHaveClass('dark');
  store.set(themeModeAtom, 'light');
  expect(document.documentElement).toHaveClass('light');
  expect(document.documentElement).not.toHaveClass('dark');
});

test('a theme chosen in another tab is applied here too', () => {
  store.set(themeModeAtom, 'light');
  window.dispatchEvent(new StorageEvent('storage', { key: 'ui-theme', newValue: 'dark' }));
  expect(store.get(themeModeAtom)).toBe('dark');
  expect(document.documentElement).toHaveClass('dark');
});
