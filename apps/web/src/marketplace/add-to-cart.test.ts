import { auth, sessionOf } from '../kernel/session.test-kit.ts';
import { toast } from '../kernel/toast.tsx';
import { addToCart } from './add-to-cart.ts';
import type { MarketItem, Offer } from './offers.ts';
import { samples } from './samples.ts';

const arches = samples[2] as MarketItem;
const offer: Offer = { type: 'six_month', cents: 25_000 };

const signIn = async (userType: string) => {
  const user = { id: userType, email: `${userType}@tessera.test`, user_metadata: { userType } };
  vi.stubGlobal('fetch', async () => Response.json(sessionOf(user)));
  await auth.signInWithPassword({ email: user.email, password: 'secret12' });
};

beforeEach(() => sessionStorage.clear());
afterEach(async () => {
  vi.restoreAllMocks();
  await auth.signOut({ scope: 'local' });
  vi.unstubAllGlobals();
});

const refuse = () =>
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });

test('[CART-17][CART-34] for someone signed in who isn’t a brand, the item is kept and the page stays', async () => {
  await signIn('creator');
  const [goTo, told] = [vi.fn(), vi.spyOn(toast, 'info')];
  addToCart(arches, offer, goTo);
  expect(sessionStorage.getItem('pendingCartItem')).toContain(arches.id);
  expect(told).toHaveBeenCalledWith('Saved for later', 'Sign in with a brand account to add this to your cart.');
  expect(goTo).not.toHaveBeenCalled();
});

test.each(['visitor', 'creator'])(
  '[CART-30] if the browser refuses to store the item of a %s, a message says so and the page stays',
  async (who) => {
    if (who === 'creator') await signIn('creator');
    const [goTo, error, info] = [vi.fn(), vi.spyOn(toast, 'error'), vi.spyOn(toast, 'info')];
    const full = refuse();
    addToCart(arches, offer, goTo);
    full.mockRestore();
    expect(error).toHaveBeenCalledWith('Failed to add item to cart', expect.stringContaining('Free up some space'));
    expect(info).not.toHaveBeenCalled();
    expect(goTo).not.toHaveBeenCalled();
    expect(sessionStorage.getItem('pendingCartItem')).toBeNull();
  },
);

test('[FIX-10] a brand that adds an item again is offered a link to its cart', async () => {
  await signIn('brand');
  const [goTo, done] = [vi.fn(), vi.spyOn(toast, 'success')];
  addToCart(arches, offer, goTo);
  addToCart(arches, offer, goTo);
  done.mock.lastCall?.[2]?.onSelect();
  expect(goTo.mock.calls).toEqual([['/brand/cart']]);
});
