import { screen } from '@testing-library/react';
import { showRoutes } from '../shell/routes.test-kit.tsx';
import { signIn as signInTo } from '../testing/sign-in.test-kit.ts';
import { toasts } from '../testing/toasts.test-kit.ts';
import { settled, user } from '../testing/user.test-kit.ts';
import { addToCart } from './add-to-cart.ts';
import type { MarketItem, Offer } from './offers.ts';
import { samples } from './samples.ts';

const arches = samples[2] as MarketItem;
const offer: Offer = { type: 'six_month', cents: 25_000 };

const signIn = (role: 'creator' | 'brand') => signInTo({ id: role, role });

beforeEach(() => {
  sessionStorage.clear();
  showRoutes([{ path: '/', element: null }]);
});

const addArches = async () => {
  const goTo = vi.fn();
  addToCart(arches, offer, goTo);
  await settled();
  return goTo;
};

const refuse = () =>
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });

test('[CART-17][CART-34] for someone signed in who isn’t a brand, the item is kept and the page stays', async () => {
  await signIn('creator');
  const goTo = await addArches();
  expect(sessionStorage.getItem('pendingCartItem')).toContain(arches.id);
  expect(toasts()).toEqual([['info', 'Saved for later', 'Sign in with a brand account to add this to your cart.']]);
  expect(goTo).not.toHaveBeenCalled();
});

test.each(['visitor', 'creator'])(
  '[CART-30] if the browser refuses to store the item of a %s, a message says so and the page stays',
  async (who) => {
    if (who === 'creator') await signIn('creator');
    const full = refuse();
    const goTo = await addArches();
    full.mockRestore();
    const why = 'Your browser couldn’t save it. Free up some space and try again.';
    expect(toasts()).toEqual([['error', 'Failed to add item to cart', why]]);
    expect(goTo).not.toHaveBeenCalled();
    expect(sessionStorage.getItem('pendingCartItem')).toBeNull();
  },
);

test('[FIX-10] a brand that adds an item again is offered a link to its cart', async () => {
  await signIn('brand');
  await addArches();
  const goTo = await addArches();
  await user().click(screen.getByRole('button', { name: 'View cart' }));
  expect(goTo.mock.calls).toEqual([['/brand/cart']]);
});
