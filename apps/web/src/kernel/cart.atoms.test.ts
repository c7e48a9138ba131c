import { cartAtom, cartCountAtom, emptyCart, putInCart } from './cart.atoms.ts';
import { auth } from './session.ts';
import { store } from './store.ts';

const item = {
  id: 'c1',
  title: 'Harbor',
  price: 250,
  licenseType: 'six_month',
  creatorId: 'mara',
  mediaUrl: 'a',
  mediaType: 'image',
  description: '',
} as const;

const signIn = async (id: string) => {
  const user = { id, email: `${id}@brand.test`, user_metadata: { userType: 'brand' } };
  vi.stubGlobal('fetch', async () =>
    Response.json({ access_token: 'a.b.c', refresh_token: 'r', token_type: 'bearer', expires_in: 900, user }),
  );
  await auth.signInWithPassword({ email: user.email, password: 'secret12' });
};

afterEach(() => vi.unstubAllGlobals());

test('[CART-14][CART-32] a cart belongs to its brand: it leaves at sign-out and is back at sign-in', async () => {
  await signIn('acme');
  putInCart(item);
  putInCart(item);
  expect(store.get(cartCountAtom)).toBe(2);
  await auth.signOut({ scope: 'local' });
  expect(store.get(cartAtom)).toEqual([]);
  await signIn('other');
  expect(store.get(cartAtom)).toEqual([]);
  await signIn('acme');
  expect(store.get(cartAtom)).toEqual([{ ...item, quantity: 2 }]);
  expect(JSON.parse(localStorage.getItem('cart:acme') ?? '')).toHaveLength(1);
});

test('[CART-11] clearing it empties it', async () => {
  await signIn('acme');
  emptyCart();
  expect(store.get(cartAtom)).toEqual([]);
});
