import type { Cart } from '@tessera/domain/ordering/cart';
import { server } from '../testing/server.test-kit.ts';
import { checkoutKeyOf, startCheckout } from './checkout.ts';

const cart: Cart = [
  {
    id: 'c1',
    title: 'Harbor',
    price: 250,
    licenseType: 'six_month',
    quantity: 2,
    creatorId: 'mara',
    mediaUrl: 'a',
    mediaType: 'image',
    description: '',
  },
];

test('the same cart keeps its key until it has been answered; another cart gets another key', () => {
  const key = checkoutKeyOf(cart);
  expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(checkoutKeyOf(cart)).toBe(key);
  expect(checkoutKeyOf([...cart, ...cart])).not.toBe(key);
});

test('[CHK-25] an empty cart can’t be checked out', async () => {
  await expect(startCheckout([])).rejects.toThrow('Your cart is empty');
});

test('[CHK-29] an answer without a checkout address is a failure', async () => {
  server.answer('POST /functions/v1/store-integration', { order_id: 'o1' });
  await expect(startCheckout(cart)).rejects.toThrow('No checkout URL returned from the server');
});

test('[API-38] [CHK-28] the cart is sent as specified, under its own key, and the browser learns where to pay', async () => {
  server.answer('GET /api/config', { gateway: 'sandbox', checkout_hosts: [] });
  const checkoutUrl = '/brand/checkout?order=o1';
  server.answer('POST /functions/v1/store-integration', { order_id: 'o1', checkoutUrl });
  const key = checkoutKeyOf(cart);
  expect(await startCheckout(cart)).toEqual({ path: checkoutUrl });
  const [asked] = server.asked('POST /functions/v1/store-integration');
  expect(asked?.body).toEqual({
    action: 'cart-checkout',
    cartItems: [
      {
        id: 'c1',
        title: 'Harbor',
        price: 250,
        licenseType: 'six_month',
        quantity: 2,
        properties: { creator_id: 'mara', media_url: 'a', media_type: 'image' },
      },
    ],
  });
  expect(asked?.headers.get('Idempotency-Key')).toBe(key);
});
