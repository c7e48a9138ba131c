import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addToCart, cartCount, cartTotal, removeFromCart, repriced, setQuantity, withoutBought } from './cart.ts';
import type { Cart, CartItem } from './cart.ts';

const item = (
  id: string,
  licenseType: CartItem['licenseType'] = 'one_time',
  price = 25,
): Omit<CartItem, 'quantity'> => ({
  id,
  title: `Title of ${id}`,
  price,
  licenseType,
  creatorId: 'creator-1',
  mediaUrl: `${id}.webp`,
  mediaType: 'image',
  description: '',
});

test('[CART-08] one item with two license types makes two lines', () => {
  const cart = addToCart(addToCart([], item('photo', 'one_time')), item('photo', 'perpetual'));
  expect(cart.map((line) => line.licenseType)).toEqual(['one_time', 'perpetual']);
});

test('[CART-09] adding an item that is in the cart raises its quantity by 1', () => {
  const cart = addToCart(addToCart([], item('photo')), item('photo'));
  expect(cart).toEqual([{ ...item('photo'), quantity: 2 }]);
});

test('[CART-10] removing an item drops only its line', () => {
  const cart = [item('photo', 'one_time'), item('photo', 'perpetual')].reduce<Cart>(addToCart, []);
  expect(removeFromCart(cart, { id: 'photo', licenseType: 'one_time' })).toEqual([
    { ...item('photo', 'perpetual'), quantity: 1 },
  ]);
});

test('[CART-12] a quantity can’t go below 1', () => {
  const cart = addToCart([], item('photo'));
  for (const quantity of [0, -5, 0.4]) expect(setQuantity(cart, item('photo'), quantity)[0]?.quantity).toBe(1);
});

test('[ENT-18] a cart line has the fields of the specification', () => {
  expect(Object.keys(addToCart([], item('photo'))[0] ?? {}).sort()).toEqual(
    ['id', 'title', 'price', 'licenseType', 'quantity', 'creatorId', 'mediaUrl', 'mediaType', 'description'].sort(),
  );
});

test('[NAV-10] the count of a cart is the sum of its quantities, and its total that of price times quantity', () => {
  const additions = fc.array(
    fc.record({
      id: fc.constantFrom('a', 'b', 'c'),
      type: fc.constantFrom<CartItem['licenseType']>('one_time', 'six_month', 'perpetual'),
    }),
  );
  fc.assert(
    fc.property(additions, (added) => {
      const cart = added.reduce<Cart>((lines, { id, type }) => addToCart(lines, item(id, type, 25.55)), []);
      expect(cartCount(cart)).toBe(added.length);
      expect(cartTotal(cart)).toBe(added.length * 2_555);
      expect(new Set(cart.map((line) => `${line.id}/${line.licenseType}`)).size).toBe(cart.length);
    }),
  );
});

test('bought lines leave the cart, and lines added since then stay', () => {
  const cart = [item('photo'), item('photo'), item('film'), item('photo', 'perpetual')].reduce<Cart>(addToCart, []);
  const bought = [
    { id: 'photo', licenseType: 'one_time', quantity: 1 },
    { id: 'film', licenseType: 'one_time', quantity: 3 },
  ] as const;
  expect(withoutBought(cart, bought)).toEqual([
    { ...item('photo'), quantity: 1 },
    { ...item('photo', 'perpetual'), quantity: 1 },
  ]);
});

test('a line that was bought completely is gone', () => {
  const cart = [item('photo'), item('film')].reduce<Cart>(addToCart, []);
  expect(withoutBought(cart, [{ id: 'film', licenseType: 'one_time', quantity: 1 }])).toEqual([
    { ...item('photo'), quantity: 1 },
  ]);
});

test('a cart takes over the current prices, and is the same object if none has changed', () => {
  const cart = [item('photo'), item('film')].reduce<Cart>(addToCart, []);
  const price = (dollars: number | null) => [{ id: 'film', licenseType: 'one_time', price: dollars }] as const;
  expect(repriced(cart, price(30)).map((line) => line.price)).toEqual([25, 30]);
  for (const same of [25, null]) expect(repriced(cart, price(same))).toBe(cart);
});
