import { expect, test } from 'vitest';
import { checkLine, coveredBy, inForce } from './cart-check.ts';
import type { ItemFacts } from './order-line.ts';

const harbour: ItemFacts = {
  item: { content_id: 'harbour', title: 'Harbour', description: '', media_url: 'a.webp', media_type: 'image' },
  creator_id: 'carla',
  hasCreator: true,
  referrer_id: null,
  offers: { one_time: 2_999, six_month: 25_000, perpetual: null },
};
const line = (price: number, licenseType = 'one_time') => ({ id: 'harbour', licenseType, price });

test('a line at its current price is unchanged, to the cent', () => {
  expect(checkLine(line(29.99), harbour, null)).toEqual({
    id: 'harbour',
    licenseType: 'one_time',
    status: 'ok',
    price: 29.99,
    licensed: null,
  });
});

test('a line at another price gets the current one', () => {
  expect(checkLine(line(25), harbour, null)).toMatchObject({ status: 'price_changed', price: 29.99 });
});

test('a line that an order would refuse can’t be bought from the cart either, and says why', () => {
  expect(checkLine(line(500, 'perpetual'), harbour, null)).toMatchObject({ status: 'not_offered', price: null });
  expect(checkLine(line(500, 'forever'), harbour, null)).toMatchObject({ status: 'not_offered' });
  expect(checkLine(line(29.99), undefined, null)).toMatchObject({ status: 'gone', price: null });
  expect(checkLine(line(29.99), { ...harbour, hasCreator: false }, null)).toMatchObject({ status: 'gone' });
});

test('a perpetual license covers every type, the others only their own', () => {
  expect(coveredBy('six_month')).toEqual(['perpetual', 'six_month']);
  expect(coveredBy('perpetual')).toEqual(['perpetual']);
});

test('a license without an end is preferred, and one that has ended is ignored', () => {
  const now = '2026-11-21T10:00:00.000Z';
  const ended = { license_id: 'ended', end_date: now, refunded_at: null };
  const running = { license_id: 'running', end_date: '2026-11-21T10:00:00.001Z', refunded_at: null };
  const forGood = { license_id: 'for good', end_date: null, refunded_at: null };
  expect(inForce([ended], now)).toBeNull();
  expect(inForce([ended, running], now)).toBe(running);
  expect(inForce([running, forGood], now)).toBe(forGood);
});

test('[PAY-20] a fully refunded license no longer grants any right', () => {
  const now = '2026-11-21T10:00:00.000Z';
  const refunded = { license_id: 'refunded', end_date: null, refunded_at: now };
  const running = { license_id: 'running', end_date: '2026-11-21T10:00:00.001Z', refunded_at: null };
  expect(inForce([refunded], now)).toBeNull();
  expect(inForce([refunded, running], now)).toBe(running);
});
