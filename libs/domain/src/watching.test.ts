import { expect, test } from 'vitest';
import { views } from './catalog.ts';
import type { Reader } from './kernel/view.ts';

const readers: readonly Reader[] = [
  { id: null, role: 'visitor' },
  { id: 'one', role: 'creator' },
  { id: 'other', role: 'creator' },
  { id: 'one', role: 'brand' },
  { id: 'other', role: 'brand' },
  { id: 'admin', role: 'admin' },
];
const everybody = readers.map(({ id, role }) => `${role} ${id ?? ''}`.trim());

const watchersOf = (room: string) =>
  Object.fromEntries(
    views.flatMap(({ name, live }) =>
      live ? [[name, everybody.filter((_name, index) => live.mayWatch(readers[index]!, room))]] : [],
    ),
  );

const nobody: readonly string[] = [];

test('only the account itself, in the right role, may watch its room; only admins may watch the platform’s counts', () => {
  expect(watchersOf('one')).toEqual({
    'homepage-brands': nobody,
    marketplace: nobody,
    'own-content': ['creator one'],
    'creator-dashboard': ['creator one'],
    'creator-ledger': ['creator one'],
    'creator-months': ['creator one'],
    'earnings-ledger': nobody,
    'money-days': nobody,
    reconciliations: nobody,
    payouts: ['creator one'],
    'payout-holds': ['creator one'],
    'referral-codes': ['creator one'],
    referrals: ['creator one'],
    notifications: ['creator one', 'brand one'],
    boards: ['brand one'],
    'brand-licenses': ['brand one'],
    disputes: ['brand one'],
    refunds: ['brand one'],
    'platform-counts': ['admin admin'],
  });
});

test('everyone may watch what is public, in the room for everyone', () => {
  expect(watchersOf('all')).toMatchObject({ 'homepage-brands': everybody, marketplace: everybody });
  expect(Object.values(watchersOf('all')).flat()).toHaveLength(2 * everybody.length + 4);
});
