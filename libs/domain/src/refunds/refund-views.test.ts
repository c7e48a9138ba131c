import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { earningDisputed } from '../earnings/earning-events.ts';
import { splitOf } from '../earnings/split.ts';
import type { DomainEvent } from '../kernel/event.ts';
import { recorded } from '../kernel/recorded.test-kit.ts';
import { foldInto } from '../kernel/view.ts';
import type { View } from '../kernel/view.ts';
import { brandLicenses } from '../licensing/brand-licenses.view.ts';
import { endingLicenses } from '../licensing/reminders/ending-licenses.view.ts';
import { licenseGranted } from '../licensing/license.ts';
import { licenses } from '../licensing/licenses.view.ts';
import { endOf } from '../licensing/term.ts';
import { disputeLost, disputeOpened, disputeWarned, disputeWon } from './dispute.ts';
import { disputes } from './disputes.view.ts';
import { openRefunds } from './open-refunds.view.ts';
import { licenseRefunded, refundDeclined, refundFailed, refundRequested, refundStarted } from './refund.ts';
import { refundRepaid, refundReturned } from './returned-refund.ts';
import { refundMail, refundMailNotSent, refundMailSent } from './refund-mail.ts';
import { refunds } from './refunds.view.ts';
import { allocate } from './allocate.ts';
import { dueRefundMails } from './due-refund-mails.view.ts';
import { viewOf } from '../notices/mail-part.test-kit.ts';

const at = '2026-11-22T10:00:00.000Z';
const start_date = '2026-11-21T10:00:00.000Z';
const end_date = '2027-05-20T10:00:00.000Z';
const ids = { license_id: 'license-1', order_id: 'order-1', brand_id: 'brand-1' };

const granted = licenseGranted.of({
  ...ids,
  item: { content_id: 'photo', title: 'Harbour', description: '', media_url: '', media_type: 'image' },
  creator_id: 'creator-1',
  creator_name: 'Carla Creator',
  brand_name: 'Acme',
  referrer_id: null,
  license_type: 'six_month',
  quantity: 1,
  price_cents: 25_000,
  split: splitOf(25_000, false),
  start_date,
  end_date,
  basis: null,
  gateway: 'stripe',
  withheld_reward: null,
});
const numbered = { creator_id: 'creator-1', price_cents: 25_000, gateway: 'stripe' };
const refunded = (refund_number: number, amount_cents: number, refunded_cents = amount_cents) =>
  licenseRefunded.of({
    ...ids,
    ...numbered,
    refund_number,
    amount_cents,
    refunded_cents,
    is_whole: refunded_cents === 25_000,
    reference: `re_${refund_number}`,
  });
const started = (refund_number: number) =>
  refundStarted.of({ ...ids, ...numbered, refund_number, amount_cents: 25_000, payment: 'pi_1', reason: 'Twice.' });
const failed = (refund_number: number) => refundFailed.of({ ...ids, refund_number, reason: 'the card was closed' });
const requested = refundRequested.of({ ...ids, reason: 'We bought it twice.' });
const declined = refundDeclined.of({ ...ids, reason: 'It is in your campaign.' });

const folded = <Document>(view: View<Document>, ...events: readonly DomainEvent[]) => {
  const documents = new Map<string, Document>();
  for (const event of recorded(events, at)) foldInto(view, documents, event);
  return documents;
};

describe('[PAY-20] a license', () => {
  test('ends immediately when the rest of its price is refunded, and has no more reminders', () => {
    const whole = [granted, refunded(1, 10_000), refunded(2, 15_000, 25_000)] as const;
    const license = folded(licenses, ...whole).get('license-1')!;
    expect(license).toMatchObject({ refunded_cents: 25_000, refunded_at: at });
    expect(endOf(license)).toBe(at);
    expect(licenses.indexes.fields?.['ends']?.(license)).toBe(at);
    expect(folded(viewOf(endingLicenses), ...whole).size).toBe(0);
  });

  test('that was partly refunded keeps every right', () => {
    const part = [granted, refunded(1, 24_999)] as const;
    const license = folded(licenses, ...part).get('license-1')!;
    expect(license).toMatchObject({ refunded_cents: 24_999, refunded_at: null });
    expect(endOf(license)).toBe(end_date);
    expect(folded(viewOf(endingLicenses), ...part).size).toBe(1);
  });

  test('[SPC-04] counts as spent at its price, however much of it was refunded, and the refunds are a sum of their own', () => {
    const figuresAfter = (...events: readonly DomainEvent[]) =>
      folded(brandLicenses, granted, ...events).get('brand-1');
    const one = { total_licenses: 1, total_spent_cents: 25_000 };
    expect(figuresAfter()).toMatchObject({ ...one, total_refunded_cents: 0 });
    expect(figuresAfter(refunded(1, 10_000))).toMatchObject({ ...one, total_refunded_cents: 10_000 });
    expect(figuresAfter(refunded(1, 10_000), refunded(2, 15_000, 25_000))).toMatchObject({
      ...one,
      total_refunded_cents: 25_000,
    });
  });

  test('that is refunded before it starts never starts, and one that had ended keeps its end', () => {
    const later = { ...granted, data: { ...granted.data, start_date: end_date, end_date: null } };
    const before = folded(licenses, later, refunded(1, 25_000)).get('license-1')!;
    expect(licenses.indexes.fields?.['starts']?.(before)).toBe(at);
    expect(endOf({ end_date: start_date, refunded_at: at })).toBe(start_date);
  });
});

describe('[PAY-19] the list of refunds', () => {
  const statusAfter = (...events: readonly DomainEvent[]) => folded(refunds, ...events).get('license-1')?.status;
  test('has the status of a license’s latest refund', () => {
    expect(statusAfter(requested)).toBe('requested');
    expect(statusAfter(requested, declined)).toBe('declined');
    expect(statusAfter(requested, started(1))).toBe('started');
    expect(statusAfter(started(1), failed(1))).toBe('failed');
    expect(statusAfter(requested, started(1), refunded(1, 25_000))).toBe('refunded');
  });
  test('keeps a waiting request while part of the price is refunded at the gateway', () => {
    expect(statusAfter(requested, refunded(1, 100))).toBe('requested');
    expect(statusAfter(requested, refunded(1, 25_000))).toBe('refunded');
  });
  test('contains no reasons', () => {
    const all = JSON.stringify([...folded(refunds, requested, declined, started(1)).values()]);
    expect(all).not.toMatch(/twice|campaign/i);
  });
});

test('[PAY-22] a refund is open from its start until its own outcome', () => {
  const open = (...events: readonly DomainEvent[]) => folded(openRefunds, ...events).size;
  expect(open(started(1))).toBe(1);
  expect(open(started(2), refunded(3, 100))).toBe(1);
  expect(open(started(2), failed(1))).toBe(1);
  expect(open(started(1), refunded(1, 25_000))).toBe(0);
  expect(open(started(1), failed(1))).toBe(0);
});

test('[PAY-20] a brand gets one mail for each refund and each decision, in order', () => {
  const due = (...events: readonly DomainEvent[]) => [
    ...[...folded(viewOf(dueRefundMails), ...events).values()].map((mail) => mail.about),
  ];
  const about = `declined-${Date.parse(at)}`;
  expect(due(declined, refunded(1, 100))).toEqual([about, 'refund-1']);
  expect(due(declined, refunded(1, 100), refundMailSent.of({ license_id: 'license-1', about }))).toEqual(['refund-1']);
  const refused = refundMailNotSent.of({ license_id: 'license-1', about: 'refund-1', reason: 'refused' });
  expect(due(refunded(1, 100), refused)).toEqual([]);
  const command = { kind: 'record-mail', license_id: 'license-1', about, outcome: 'sent' } as const;
  expect(refundMail.decide(command, { settled: [] })).toHaveLength(1);
  expect(refundMail.decide(command, { settled: [about] })).toEqual([]);
});

describe('[PAY-24] a dispute', () => {
  const ofDispute = {
    dispute_id: 'du_1',
    order_id: 'order-1',
    brand_id: 'brand-1',
    gateway: 'stripe',
    licenses: [{ license_id: 'license-1', creator_id: 'creator-1', amount_cents: 25_000 }],
  };
  const told = { ...ofDispute, amount_cents: 25_000, reason: 'fraudulent', evidence_due_at: null };
  const reserved = earningDisputed.of({
    license_id: 'license-1',
    creator_id: 'creator-1',
    referrer_id: null,
    dispute_id: 'du_1',
    dispute_revision: 0,
    step: 'opened',
    amount_cents: 25_000,
    parts: { creator: 20_000, referrer: 0, platform: 5_000 },
    postings: [],
    payout_due_on: null,
  });
  test('is on its license, with the creator’s part of it', () => {
    const license = (...events: readonly DomainEvent[]) => folded(licenses, granted, ...events).get('license-1')!;
    expect(license(disputeOpened.of(told), reserved).dispute).toEqual({
      dispute_id: 'du_1',
      standing: 'open',
      amount_cents: 25_000,
      creator_cents: 20_000,
      opened_at: at,
      decided_at: null,
    });
    const lost = license(disputeOpened.of(told), reserved, disputeWon.of(ofDispute), disputeLost.of(ofDispute));
    expect(lost).toMatchObject({ dispute: { standing: 'lost', decided_at: at }, refunded_at: null });
    expect(license(disputeWarned.of(told)).dispute).toBeNull();
  });
  test('is listed by status, from its warning on', () => {
    const standing = (...events: readonly DomainEvent[]) => folded(disputes, ...events).get('du_1')?.standing;
    expect(standing(disputeWarned.of(told))).toBe('warning');
    expect(standing(disputeWarned.of(told), disputeOpened.of(told))).toBe('open');
    expect(standing(disputeOpened.of(told), disputeWon.of(ofDispute))).toBe('won');
    expect(standing(disputeOpened.of(told), disputeLost.of(ofDispute))).toBe('lost');
  });
});

test('[PAY-23] an amount is allocated to licenses in order, to the cent, and never more than what is left of each', () => {
  expect(allocate(15_000, [10_000, 10_000, 10_000])).toEqual([10_000, 5_000, 0]);
  fc.assert(
    fc.property(fc.nat(100_000), fc.array(fc.nat(50_000), { maxLength: 10 }), (amount, left) => {
      const parts = allocate(amount, left);
      const total = (cents: readonly number[]) => cents.reduce((all, each) => all + each, 0);
      expect(total(parts)).toBe(Math.min(amount, total(left)));
      for (const [index, part] of parts.entries()) expect(part).toBeLessThanOrEqual(left[index]!);
    }),
  );
});

describe('[FIX-38] a refund that its bank returned', () => {
  const returned = refundReturned.of({
    ...ids,
    reference: 're_1',
    refund_number: 1,
    amount_cents: 25_000,
    reason: 'The account is closed',
    postings: [],
  });
  const repaid = refundRepaid.of({ ...ids, amount_cents: 25_000, reason: 'Bank transfer', postings: [] });

  test('is listed as returned, and the brand’s totals don’t count it until it is paid in another way', () => {
    const one = (...events: readonly DomainEvent[]) =>
      folded(refunds, started(1), refunded(1, 25_000), ...events).get('license-1');
    expect(one(returned)).toMatchObject({ status: 'returned', refunded_cents: 0, returned_cents: 25_000 });
    expect(one(returned, repaid)).toMatchObject({ status: 'refunded', refunded_cents: 25_000, returned_cents: 0 });
    const totals = (...events: readonly DomainEvent[]) =>
      folded(brandLicenses, granted, refunded(1, 25_000), ...events).get('brand-1');
    expect([totals(), totals(returned), totals(returned, repaid)]).toMatchObject([
      { total_refunded_cents: 25_000 },
      { total_refunded_cents: 0 },
      { total_refunded_cents: 25_000 },
    ]);
  });

  test('replaces the mail that says that the money is on its way, if that wasn’t sent; the payment gets a mail, too', () => {
    const kinds = (...events: readonly DomainEvent[]) =>
      [...folded(viewOf(dueRefundMails), refunded(1, 25_000), ...events).values()].map(({ kind }) => kind);
    expect([kinds(), kinds(returned), kinds(returned, repaid)]).toEqual([
      ['refunded'],
      ['returned'],
      ['returned', 'repaid'],
    ]);
  });
});
