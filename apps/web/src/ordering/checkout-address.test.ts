import { checkedAddress } from './checkout-address.ts';

test('[CHK-30] only a page of this application or a configured https host is followed', () => {
  const hosts = ['checkout.stripe.com'];
  expect(checkedAddress('/brand/checkout?order=1', hosts)).toEqual({ path: '/brand/checkout?order=1' });
  expect(checkedAddress('https://checkout.stripe.com/pay/1', hosts)).toEqual({
    url: 'https://checkout.stripe.com/pay/1',
  });
  for (const address of [
    'http://checkout.stripe.com/pay/1',
    'https://stripe.example/1',
    'javascript:alert(1)',
    '//evil.example',
  ]) {
    expect(() => checkedAddress(address, hosts)).toThrow('checkout address');
  }
});
