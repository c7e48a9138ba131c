import { store } from '../../kernel/store.ts';
import { themeModeAtom, themeModeOf } from './theme-mode.ts';

test('[THEME-05][THEME-07] what is stored decides; nothing and anything else mean system', () => {
  expect(['light', 'dark', 'system', null, 'neon'].map(themeModeOf)).toEqual([
    'light',
    'dark',
    'system',
    'system',
    'system',
  ]);
});

test('[THEME-03][THEME-04] a choice is kept and marks the document root', () => {
  store.set(themeModeAtom, 'dark');
  expect(localStorage.getItem('ui-theme')).toBe('dark');
  expect(document.documentElement).toHaveClass('dark');
  store.set(themeModeAtom, 'light');
  expect(document.documentElement).toHaveClass('light');
  expect(document.documentElement).not.toHaveClass('dark');
});

test('a choice made in another tab is followed', () => {
  store.set(themeModeAtom, 'light');
  window.dispatchEvent(new StorageEvent('storage', { key: 'ui-theme', newValue: 'dark' }));
  expect(store.get(themeModeAtom)).toBe('dark');
  expect(document.documentElement).toHaveClass('dark');
});
