import fc from 'fast-check';
import { expect, test } from 'vitest';
import { accountDeleted } from '../accounts/account-events.ts';
import { videoNotPrepared } from '../content/content-events.ts';
import { earningDisputed, earningReversed } from '../earnings/earning-events.ts';
import { splitOf } from '../earnings/split.ts';
import type { DomainEvent } from '../kernel/event.ts';
import { messagesOf } from '../kernel/form-messages.test-kit.ts';
import { given } from '../kernel/given.test-kit.ts';
import { recorded } from '../kernel/recorded.test-kit.ts';
import { foldInto } from '../kernel/view.ts';
import { licenseGranted } from '../licensing/license.ts';
import { reminderNotSent, reminderSent } from '../licensing/reminders/reminder.ts';
import { payoutFailed, payoutReturned, payoutSent, payoutsHeld, payoutsReleased } from '../payouts/payout-events.ts';
import { referralApproved, referralRecorded, referralRejected } from '../referrals/referral.ts';
import { licenseRefunded, refundDeclined } from '../refunds/refund.ts';
import { ReadNotificationsForm } from './forms.ts';
import { notificationsKept } from './notification.ts';
import { notifications, unreadIn } from './notifications.view.ts';
import type { Notifications } from './notifications.view.ts';
import { notificationsRead, readMarks } from './read-marks.ts';

const sale = (license_id: string, referrer_id: string | null = null) =>
  licenseGranted.of({
    license_id,
    order_id: 'order-1',
    item: { content_id: 'photo', title: 'Harbor at dawn', description: '', media_url: '', media_type: 'image' },
    creator_id: 'carla',
    creator_name: 'Carla Creator',
    brand_id: 'acme',
    brand_name: 'Acme',
    referrer_id,
    license_type: 'six_month',
    quantity: 1,
    price_cents: 5_000,
    split: splitOf(5_000, referrer_id !== null),
    start_date: '2026-11-21T10:00:00.000Z',
    end_date: '2027-05-20T10:00:00.000Z',
    basis: null,
    gateway: 'sandbox',
    withheld_reward: null,
  });

const told = (...events: readonly DomainEvent[]) => {
  const documents = new Map<string, Notifications>();
  for (const event of recorded(events)) foldInto(notifications, documents, event);
  return documents;
};
const rowsOf = (account: string, ...events: readonly DomainEvent[]) => told(...events).get(account)?.rows ?? [];
const factsOf = (account: string, ...events: readonly DomainEvent[]) =>
  rowsOf(account, ...events).map(({ kind, about, amount_cents }) => [kind, about, amount_cents]);
const idOf = (position: number) => `00000000-0000-7000-8000-${String(position).padStart(12, '0')}`;

const parts = { creator: 3_000, referrer: 250, platform: 1_750 };
const taken = {
  license_id: 'license-1',
  creator_id: 'carla',
  referrer_id: 'rita',
  amount_cents: 5_000,
  parts,
  postings: [],
  payout_due_on: null,
};
const payout = { payout_id: 'payout-1', creator_id: 'carla' };
const referral = { referral_id: 'referral-1', referrer_id: 'rita', referred_user_id: 'carla' };
const recordedReferral = (status: 'completed' | 'pending') =>
  referralRecorded.of({
    ...referral,
    referral_code: 'RITA',
    conversion_type: 'signup',
    source: 'signup',
    arrival: 'url',
    status,
    held_for: null,
    created_at: '2026-11-21T10:00:00.000Z',
  });
const refund = { license_id: 'license-1', order_id: 'order-1', brand_id: 'acme' };

test('[GAL-15] a creator is notified of a sale and a referrer of the reward, each with their own amount', () => {
  const split = splitOf(5_000, true);
  expect(factsOf('carla', sale('license-1', 'rita'))).toEqual([['sale', 'license-1', split.net_cents]]);
  expect(factsOf('rita', sale('license-1', 'rita'))).toEqual([['reward', 'license-1', split.reward_cents]]);
  expect(factsOf('acme', sale('license-1', 'rita'))).toEqual([]);
});

test('[GAL-15] everyone who loses part of their money is notified of that part, and nobody else', () => {
  const disputed = (step: 'opened' | 'won' | 'lost') =>
    earningDisputed.of({ ...taken, dispute_id: 'dp-1', dispute_revision: 0, step });
  const events = [
    earningReversed.of({ ...taken, refund_number: 1 }),
    disputed('opened'),
    disputed('won'),
    disputed('lost'),
  ];
  expect(factsOf('carla', ...events)).toEqual([
    ['dispute_lost', 'license-1', 3_000],
    ['dispute_won', 'license-1', 3_000],
    ['dispute_opened', 'license-1', 3_000],
    ['refund', 'license-1', 3_000],
  ]);
  expect(factsOf('rita', ...events)).toEqual([
    ['reward_dispute_lost', 'license-1', 250],
    ['reward_dispute_won', 'license-1', 250],
    ['reward_dispute_opened', 'license-1', 250],
    ['reward_refund', 'license-1', 250],
  ]);
  const none = earningReversed.of({ ...taken, parts: { ...parts, referrer: 0 }, refund_number: 1 });
  expect(factsOf('rita', none)).toEqual([]);
});

test('[GAL-15] creators are notified of their own payouts, holds, referrals and videos', () => {
  expect(
    factsOf(
      'carla',
      payoutSent.of({ ...payout, rail: 'sandbox' }),
      payoutFailed.of({ ...payout, postings: [], reason: 'Closed' }),
      payoutReturned.of({ ...payout, postings: [], reason: 'Closed' }),
      payoutsHeld.of({ creator_id: 'carla', reason: 'Please call us' }),
      payoutsReleased.of({ creator_id: 'carla' }),
      videoNotPrepared.of({ content_id: 'film', creator_id: 'carla', reason: 'Broken' }),
    ),
  ).toEqual([
    ['video_failed', 'film', null],
    ['payouts_released', null, null],
    ['payouts_held', null, null],
    ['payout_returned', 'payout-1', null],
    ['payout_failed', 'payout-1', null],
    ['payout_sent', 'payout-1', null],
  ]);
  expect(factsOf('rita', recordedReferral('completed'))).toEqual([['referral', null, null]]);
  expect(factsOf('rita', recordedReferral('pending'))).toEqual([]);
  const decision = { ...referral, reason: 'Seen' };
  expect(factsOf('rita', referralApproved.of(decision), referralRejected.of(decision))).toEqual([
    ['referral_rejected', null, null],
    ['referral', null, null],
  ]);
});

test('[GAL-15] a brand is notified of its refunds, the answer to its request, and a license about to end, even without the email', () => {
  const ofLicense = { license_id: 'license-1', brand_id: 'acme' };
  const refunded = licenseRefunded.of({
    ...refund,
    creator_id: 'carla',
    price_cents: 5_000,
    refund_number: 1,
    amount_cents: 2_000,
    gateway: 'sandbox',
    refunded_cents: 2_000,
    is_whole: false,
    reference: 're-1',
  });
  const events = [
    reminderSent.of({ ...ofLicense, days: 45 }),
    reminderNotSent.of({ ...ofLicense, days: 14, reason: 'not_wanted' }),
    reminderNotSent.of({ ...ofLicense, days: 0, reason: 'too_late' }),
    refunded,
    refundDeclined.of({ ...refund, reason: 'Used' }),
  ];
  expect(factsOf('acme', ...events)).toEqual([
    ['refund_declined', 'license-1', null],
    ['refunded', 'license-1', 2_000],
    ['license_ending', 'license-1', null],
    ['license_ending', 'license-1', null],
  ]);
  // Events from before they named the brand notify nobody.
  expect(told(reminderSent.of({ license_id: 'license-1', brand_id: null, days: 45 })).size).toBe(0);
});

test('[GAL-15] a read notification stays read on every device; other accounts are not affected', () => {
  const read = notificationsRead.of({ account_id: 'carla', notification_ids: [idOf(0)] });
  const documents = told(sale('license-1', 'rita'), sale('license-2', 'rita'), read, read);
  expect(documents.get('carla')?.rows.map(({ isRead }) => isRead)).toEqual([false, true]);
  expect([unreadIn(documents.get('carla')!), unreadIn(documents.get('rita')!)]).toEqual([1, 2]);
  expect(told(read).size).toBe(0);
  expect(notifications.live?.value?.(documents.get('carla')!, 'carla')).toEqual({ unread: 1 });
});

test('[GAL-15] only the newest notifications of an account are kept, and none after it is deleted', () => {
  const sales = Array.from({ length: notificationsKept + 5 }, (_, index) => sale(`license-${index}`));
  const rows = rowsOf('carla', ...sales);
  expect(rows).toHaveLength(notificationsKept);
  expect([rows.at(0)?.about, rows.at(-1)?.about]).toEqual([`license-${notificationsKept + 4}`, 'license-5']);
  expect(told(...sales, accountDeleted.of({ account_id: 'carla', role: 'creator' })).has('carla')).toBe(false);
});

const ids = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 6 });

test('[GAL-15] whatever an account’s devices send, and however often, each notification is marked once', () => {
  fc.assert(
    fc.property(fc.array(ids, { maxLength: 8 }), (calls) => {
      const read: string[] = [];
      let stream = given(readMarks);
      const happened: ReturnType<typeof notificationsRead.of>[] = [];
      for (const notification_ids of calls) {
        const events = stream.when({ kind: 'read', account_id: 'carla', notification_ids });
        if (!Array.isArray(events)) throw new Error('It was refused');
        for (const event of events as typeof happened) {
          read.push(...event.data.notification_ids);
          happened.push(event);
        }
        stream = given(readMarks, happened);
      }
      expect(read.toSorted()).toEqual([...new Set(calls.flat())].toSorted());
    }),
  );
});

test('[GAL-15] the form must name one notification', () => {
  const errors = (form: object) => messagesOf(Object.assign(new ReadNotificationsForm(), form));
  expect(errors({ notification_id: idOf(1), and_older: true })).toEqual({});
  expect(Object.keys(errors({ notification_id: '', and_older: 'yes' }))).toEqual(['notification_id', 'and_older']);
});
