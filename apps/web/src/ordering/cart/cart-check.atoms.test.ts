import { server } from '../../testing/server.test-kit.ts';
import { sessionOf } from '../../testing/sign-in.test-kit.ts';
import { item } from '../cart-item.test-kit.ts';

/** Loads the modules anew, as after a reload. */
const load = async () => {
  vi.resetModules();
  const [check, cart, { openAuth }, { store }] = [
    await import('./cart-check.atoms.ts'),
    await import('./cart.atoms.ts'),
    await import('../../kernel/session.ts'),
    await import('../../kernel/store.ts'),
  ];
  const auth = await openAuth();
  const signIn = async (id: string) => {
    server.answerOnce('POST /auth/v1/token', sessionOf({ id, role: 'brand' }));
    await auth.signInWithPassword({ email: `${id}@brand.test`, password: 'secret-12' });
  };
  const costs = (price: number) => cart.updatePrices([{ ...item, price }]);
  const shownChanges = () =>
    store.get(check.priceChangesAtom).map(({ title, beforeCents, nowCents }) => `${title} ${beforeCents} ${nowCents}`);
  return { ...cart, signIn, signOut: () => auth.signOut({ scope: 'local' }), costs, shownChanges };
};

beforeEach(() => {
  server.answer('POST /auth/v1/logout');
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => {
  vi.restoreAllMocks();
});

test('a changed price is shown with the price at which the item was added, even after a reload', async () => {
  const first = await load();
  await first.signIn('acme');
  first.putInCart(item);
  first.costs(260);
  expect(first.shownChanges()).toEqual(['Harbour 25000 26000']);
  const second = await load();
  await second.signIn('acme');
  expect(second.shownChanges()).toEqual(['Harbour 25000 26000']);
  second.costs(270);
  expect(second.shownChanges()).toEqual(['Harbour 25000 27000']);
});

test('a price that changed back, or whose item left the cart, is no longer shown as changed, even after a reload', async () => {
  const first = await load();
  await first.signIn('acme');
  first.putInCart(item);
  first.costs(260);
  first.costs(250);
  expect(first.shownChanges()).toEqual([]);
  first.costs(240);
  first.emptyCart();
  expect(sessionStorage).toHaveLength(0);
  const second = await load();
  await second.signIn('acme');
  second.putInCart(item);
  expect(second.shownChanges()).toEqual([]);
});

test('each brand sees changes of its own prices, and finds them when it comes back', async () => {
  const page = await load();
  await page.signIn('acme');
  page.putInCart(item);
  page.costs(260);
  await page.signOut();
  expect(page.shownChanges()).toEqual([]);
  await page.signIn('other');
  page.putInCart({ ...item, price: 300 });
  expect(page.shownChanges()).toEqual([]);
  await page.signOut();
  await page.signIn('acme');
  expect(page.shownChanges()).toEqual(['Harbour 25000 26000']);
});

test('a browser that stores nothing still shows the change, and nonsense in storage is ignored', async () => {
  sessionStorage.setItem('price-changes:acme', '{"no":"list"}');
  const page = await load();
  await page.signIn('acme');
  page.putInCart(item);
  expect(page.shownChanges()).toEqual([]);
  const keep = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, value) {
    if (this === sessionStorage) throw new DOMException('full', 'QuotaExceededError');
    this[key] = value;
  });
  page.costs(260);
  expect(keep).toHaveBeenCalled();
  expect(page.shownChanges()).toEqual(['Harbour 25000 26000']);
});
