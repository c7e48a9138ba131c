import { expect, test } from 'vitest';
import { securityNotice } from '../accounts/access/security-notice.ts';
import { given } from '../kernel/given.test-kit.ts';
import { recorded } from '../kernel/recorded.test-kit.ts';
import { foldInto } from '../kernel/view.ts';
import type { DomainEvent } from '../kernel/event.ts';
import { licenseGranted } from '../licensing/license.ts';
import type { LicenseGrantedData } from '../licensing/license.ts';
import { receiptNotSent, receiptSent } from '../ordering/receipts/receipt.ts';
import { payoutsHeld, payoutsReleased } from '../payouts/payout-events.ts';
import { payoutsUrgent } from '../payouts/promise/payout-alert.ts';
import { dueMails } from './due-mails.view.ts';
import type { DueMail } from './due-mails.view.ts';
import { mail, mailNotSent, mailSent } from './mail.ts';
import { priceMailNotSent } from './price-mail.ts';

const at = '2026-11-28T10:00:00.000Z';

const fold = (...events: readonly DomainEvent[]) => {
  const documents = new Map<string, DueMail>();
  for (const event of recorded(events, at)) foldInto(dueMails, documents, event);
  return documents;
};
const kindsOf = (...events: readonly DomainEvent[]) => [...fold(...events).values()].map(({ kind }) => kind);

const changed = securityNotice('creator-1', { about: 'password_changed', facts: null });
const granted = licenseGranted.of({
  license_id: 'license-1',
  order_id: 'order-1',
  brand_id: 'brand-1',
  license_type: 'six_month',
  item: { title: 'Harbor' },
  end_date: '2027-05-20T10:00:00.000Z',
} as LicenseGrantedData);

test('[HOU-06] emails of every kind are due in one view, each found by when it can be sent', () => {
  const documents = fold(
    changed,
    payoutsHeld.of({ creator_id: 'creator-1', reason: 'A question.' }),
    payoutsReleased.of({ creator_id: 'creator-1' }),
    payoutsUrgent.of({ alert_id: 'all', day: '2026-11-28', by: '2026-12-01', creators: 1, cents: 5_000 }),
    granted,
  );
  const dueAt = dueMails.indexes.fields?.['due_at'];
  expect([...documents.values()].map((document) => [document.kind, dueAt?.(document)])).toEqual([
    ['security', at],
    ['payouts', at],
    ['payouts', at],
    ['payouts', at],
    ['receipt', at],
    ['reminder', '2027-04-05T10:00:00.000Z'],
  ]);
});

test('[HOU-06] an outcome settles its own email, whichever kind it is', () => {
  const [key = ''] = fold(changed).keys();
  const mail_id = key.replace('security/', '');
  expect(kindsOf(changed, changed, mailSent.of({ mail_id }))).toEqual(['security']);
  expect(kindsOf(changed, granted, receiptSent.of({ order_id: 'order-1' }))).toEqual(['security', 'reminder']);
});

test('[HOU-06] an email that was given up stays visible with its reason, unless its reader had turned it off', () => {
  const documents = fold(changed, granted, receiptNotSent.of({ order_id: 'order-1', reason: 'refused' }));
  expect([...documents.values()].filter(({ kind }) => kind === 'undelivered').map(({ of }) => of)).toEqual([
    { mail: 'receipt.order-1', reason: 'refused', at },
  ]);
  const unwanted = { account_id: 'brand-1', day: '2026-11-28', prices: [], reason: 'not_wanted' } as const;
  expect(kindsOf(priceMailNotSent.of(unwanted))).toEqual([]);
});

test('[HOU-06] the outcome of an email is recorded once', () => {
  const mail_id = 'security.1';
  const record = (outcome: 'sent' | 'too_late') => ({ kind: 'record', mail_id, outcome }) as const;
  expect(given(mail).when(record('sent'))).toEqual([mailSent.of({ mail_id })]);
  const given_up = mailNotSent.of({ mail_id, reason: 'too_late' });
  expect(given(mail).when(record('too_late'))).toEqual([given_up]);
  for (const settled of [mailSent.of({ mail_id }), given_up]) {
    expect(given(mail, [settled]).when(record('sent'))).toEqual([]);
  }
});
