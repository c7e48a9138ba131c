import type {} from './storage.ts';

const load = async () => {
  vi.resetModules();
  return import('./storage.ts');
};

const refuse = (name: string) => (): never => {
  throw new DOMException('refused', name);
};

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => vi.restoreAllMocks());

test('[FIX-30] where site data is blocked, what is stored lasts until the page is left', async () => {
  for (const name of ['localStorage', 'sessionStorage'] as const) {
    vi.spyOn(window, name, 'get').mockImplementation(refuse('SecurityError'));
  }
  const { localStore, tabStore, isStorageBlocked } = await load();
  expect(isStorageBlocked).toBe(true);
  for (const store of [localStore, tabStore]) {
    expect(store.getItem('cart')).toBeNull();
    store.setItem('cart', 'one');
    store.storeItem('theme', 'dark');
    expect([store.getItem('cart'), store.getItem('theme'), store.keys()]).toEqual(['one', 'dark', ['cart', 'theme']]);
    store.removeItem('cart');
    expect(store.getItem('cart')).toBeNull();
  }
  const again = await load();
  expect(again.localStore.getItem('theme')).toBeNull();
});

test('[FIX-30] without space, a change lasts until the page is left or another tab makes one; who must know is told', async () => {
  const { localStore, isStorageBlocked } = await load();
  expect(isStorageBlocked).toBe(false);
  localStore.setItem('cart', 'one');
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse('QuotaExceededError'));
  expect(() => localStore.storeItem('cart', 'two')).toThrow('refused');
  expect(localStore.getItem('cart')).toBe('one');
  localStore.setItem('cart', 'two');
  expect(localStore.getItem('cart')).toBe('two');
  expect(localStorage.getItem('cart')).toBe('one');
  full.mockRestore();
  localStorage.setItem('cart', 'three');
  window.dispatchEvent(new StorageEvent('storage', { key: 'cart' }));
  expect(localStore.getItem('cart')).toBe('three');
  localStore.setItem('cart', 'four');
  expect(localStorage.getItem('cart')).toBe('four');
});
