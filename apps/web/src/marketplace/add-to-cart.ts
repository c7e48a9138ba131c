import { dollarsOf } from '@tessera/domain/money';
import { keepPendingCartItem, putInCart } from '../ordering/public.ts';
import type { NewCartItem } from '../ordering/public.ts';
import { sessionAtom } from '../kernel/session.ts';
import { store } from '../kernel/store.ts';
import { toast } from '../kernel/toast.tsx';
import { paths } from '../paths.ts';
import type { MarketItem, Offer } from './offers.ts';

export const cartItemOf = (item: MarketItem, offer: Offer): NewCartItem => ({
  id: item.id,
  title: item.title,
  price: dollarsOf(offer.cents),
  licenseType: offer.type,
  creatorId: item.creator_id,
  mediaUrl: item.media_url,
  mediaType: item.media_type,
  description: item.description,
});

const comeBackAsBrand = {
  from: paths.brand.marketplace,
  addToCart: true,
  userType: 'brand',
  authType: 'signup',
} as const;

/**
 * Adds the item to a brand's cart. For anyone else it is kept until they sign in as a brand; a visitor is sent to
 * sign-up.
 */
export const addToCart = (
  item: MarketItem,
  offer: Offer,
  goTo: (path: string, options?: { readonly state: typeof comeBackAsBrand }) => unknown,
): void => {
  const cartItem = cartItemOf(item, offer);
  const session = store.get(sessionAtom);
  if (session?.role === 'brand') {
    putInCart(cartItem, () => void goTo(paths.brand.cart));
    return;
  }
  try {
    keepPendingCartItem(cartItem);
  } catch {
    toast.error('Failed to add item to cart', 'Your browser couldn’t save it. Free up some space and try again.');
    return;
  }
  if (session) toast.info('Saved for later', 'Sign in with a brand account to add this to your cart.');
  else void goTo(paths.auth, { state: comeBackAsBrand });
};
