import { cartItemOf, forgetPendingCartItem, keepPendingCartItem, pendingCartItem } from './pending-cart-item.ts';

const item = {
  id: 'c1',
  title: 'Blue Hour Harbor',
  price: 250,
  licenseType: 'six_month',
  creatorId: 'mara',
  mediaUrl: 'creator/images/a.webp',
  mediaType: 'image',
  description: 'Boats at rest.',
} as const;

test('[CART-19][CART-20] the pending item is stored for the tab under its stored field names', () => {
  keepPendingCartItem(item);
  expect(JSON.parse(sessionStorage.getItem('pendingCartItem') ?? '')).toEqual({
    id: 'c1',
    title: 'Blue Hour Harbor',
    license_fee: 250,
    license_type: 'six_month',
    media_url: 'creator/images/a.webp',
    media_type: 'image',
    description: 'Boats at rest.',
    creator_id: 'mara',
  });
});

test('[CART-23] the pending item is restored as the same cart item, until it is forgotten', () => {
  keepPendingCartItem(item);
  expect(pendingCartItem()).toEqual(item);
  expect(pendingCartItem()).toEqual(item);
  forgetPendingCartItem();
  expect(pendingCartItem()).toBeNull();
});

test('[CART-21][CART-22] without fee and license type, a pending item costs 29.99 for one-time use', () => {
  expect(cartItemOf({ id: 'c1' })).toMatchObject({ price: 29.99, licenseType: 'one_time' });
});
