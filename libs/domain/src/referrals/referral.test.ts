import fc from 'fast-check';
import { expect, test } from 'vitest';
import { accountDeleted, creatorRegistered } from '../accounts/account-events.ts';
import type { CreatorRegisteredData } from '../accounts/account-events.ts';
import { arrivals, isArrival } from '../invitation.ts';
import type { RecordedEvent } from '../kernel/event.ts';
import { given } from '../kernel/given.test-kit.ts';
import { recorded } from '../kernel/recorded.test-kit.ts';
import { foldInto } from '../kernel/view.ts';
import { trafficCounted } from '../traffic/traffic.ts';
import { recordReferral } from './record-referral.workflow.ts';
import { referral, referralApproved, referralRecorded, referralRejected } from './referral.ts';
import type { DecideReferral, RecordReferral, Referral, ReferralRecordedData } from './referral.ts';
import { referralCodeCreated, referralCodeDeleted } from './referral-code.ts';
import { noReferralCodes, referralCodes } from './referral-codes.view.ts';
import type { ReferralCodes } from './referral-codes.view.ts';
import { referralList } from './referral-list.view.ts';
import { metricsOf, noReferrals, referrals } from './referrals.view.ts';
import type { CreatorReferrals } from './referrals.view.ts';
import { referralCodeRow, referralRow, statusLabel } from './row.ts';

const command: RecordReferral = {
  kind: 'record',
  referral_id: 'referral-1',
  referrer_id: 'creator-1',
  referred_user_id: 'creator-2',
  referral_code: '7K3M9XQ2',
  arrival: 'url',
  held_for: null,
  created_at: '2026-11-21T10:00:00.000Z',
};

const decide = (more: Partial<RecordReferral> = {}, history = referral.initial) =>
  referral.decide({ ...command, ...more }, history);

const recordedBy = (more: Partial<RecordReferral> = {}): ReferralRecordedData => {
  const decided = decide(more);
  if ('failure' in decided || decided[0]?.type !== 'ReferralRecorded') throw new Error('nothing was recorded');
  return decided[0].data;
};

const listed = (data: ReferralRecordedData): Referral => ({ ...data, decided_at: null });

test('[REF-39] without a code or a referrer there is no referral: Missing referral information', () => {
  for (const missing of [{ referral_code: null }, { referrer_id: null }, { referral_code: '' }, { referrer_id: '' }]) {
    expect(decide(missing)).toMatchObject({ message: 'Missing referral information' });
  }
});

test('[REF-42] [REF-52] a referral is completed as it is recorded', () => {
  expect(recordedBy()).toMatchObject({ status: 'completed', held_for: null });
});

test('[REF-43] [REF-29] by default, the conversion is signup and the source unknown', () => {
  expect(recordedBy()).toMatchObject({ conversion_type: 'signup', source: 'unknown' });
  expect(recordedBy({ conversion_type: 'upload', source: 'partner' })).toMatchObject({
    conversion_type: 'upload',
    source: 'partner',
  });
});

test('[REF-52] a referral that an integrity check holds is pending', () => {
  expect(recordedBy({ held_for: 'payment_details' })).toMatchObject({
    status: 'pending',
    held_for: 'payment_details',
  });
});

test('nobody can use their own referral code', () => {
  expect(decide({ referrer_id: 'creator-2' })).toMatchObject({ failure: 'own_referral_code' });
});

test('an account is referred once, whoever tries again', () => {
  const first = [referralRecorded.of(recordedBy())];
  expect(given(referral).state()).toEqual({ status: 'none' });
  expect(given(referral, first).state()).toMatchObject({ status: 'completed', reason: null });
  expect(given(referral, first).when(command)).toEqual([]);
  expect(given(referral, first).when({ ...command, referrer_id: 'creator-3', referral_id: 'referral-2' })).toEqual([]);
});

const approve: DecideReferral = { kind: 'approve', reason: 'They share an office line.' };
const reject: DecideReferral = { kind: 'reject', reason: 'This is your own second account.' };
const about = { referral_id: 'referral-1', referrer_id: 'creator-1', referred_user_id: 'creator-2' };

test('[PAY-27] a held referral is approved or rejected once, with the reason; after that, nothing changes it', () => {
  const held = [referralRecorded.of(recordedBy({ held_for: 'phone' }))];
  const approved = given(referral, held).when(approve);
  const rejected = given(referral, held).when(reject);
  expect(approved).toEqual([referralApproved.of({ ...about, reason: approve.reason })]);
  expect(rejected).toEqual([referralRejected.of({ ...about, reason: reject.reason })]);
  if ('failure' in approved || 'failure' in rejected) throw new Error('refused');
  const then = { approved: given(referral, [...held, ...approved]), rejected: given(referral, [...held, ...rejected]) };
  expect(then.approved.state()).toEqual({ ...about, status: 'completed', reason: approve.reason });
  expect(then.rejected.state()).toEqual({ ...about, status: 'cancelled', reason: reject.reason });
  expect(then.approved.when({ ...approve, reason: 'Again.' })).toEqual([]);
  expect(then.rejected.when({ ...reject, reason: 'Again.' })).toEqual([]);
  expect(then.approved.when(reject)).toMatchObject({ failure: 'referral_not_held' });
  expect(then.rejected.when(approve)).toMatchObject({ failure: 'referral_not_held' });
  expect(then.rejected.when(command)).toEqual([]);
});

test('[PAY-27] a referral that was never held can’t be rejected, and one that doesn’t exist can’t be decided on', () => {
  const completed = given(referral, [referralRecorded.of(recordedBy())]);
  expect(completed.when(reject)).toMatchObject({ failure: 'referral_not_held' });
  expect(completed.when(approve)).toEqual([]);
  for (const decision of [approve, reject]) {
    expect(given(referral).when(decision)).toMatchObject({ failure: 'referral_not_found' });
  }
});

const registration: CreatorRegisteredData = {
  account_id: 'creator-2',
  name: 'Ida Invited',
  email: 'ida@example.com',
  phone: '+47 22 33 44 55',
  terms_version: '2026-11',
  social_handle: '@ida',
  payment_method: 'venmo',
  payout: { venmo_name: 'ida', paypal_email: null, bank_name: null, bank_account: null, bank_routing: null },
  referrer_id: 'creator-1',
  invitation: { referrer_id: 'creator-1', code: '7K3M9XQ2', arrival: 'url', held_for: null },
};

const reactionsTo = (data: CreatorRegisteredData) => {
  const [event] = recorded([creatorRegistered.of(data)], '2026-11-21T10:00:00.000Z');
  return recordReferral.handlers.get('CreatorRegistered')?.(event as RecordedEvent) ?? [];
};

test('[REF-49] [REF-55] a sign-up with a code is recorded with the source signup, and keeps how the code arrived', () => {
  const [reaction] = reactionsTo(registration);
  expect(reaction).toMatchObject({ category: 'referral', id: 'creator-2', command: { kind: 'record' } });
  expect(decide(reaction?.command as RecordReferral)).toMatchObject([
    { data: { source: 'signup', arrival: 'url', status: 'completed', created_at: '2026-11-21T10:00:00.000Z' } },
  ]);
});

test('[REF-53] a referral is recorded from the sign-up event only, and a second delivery records nothing', () => {
  const [first] = reactionsTo(registration);
  const [second] = reactionsTo(registration);
  expect(second).toEqual(first);
  const decided = decide(first?.command as RecordReferral);
  expect(decided).toMatchObject([{ data: { referrer_id: 'creator-1', referred_user_id: 'creator-2' } }]);
  if ('failure' in decided) throw new Error('refused');
  expect(given(referral, decided).when(second?.command as RecordReferral)).toEqual([]);
});

test('a sign-up without a code records no referral', () => {
  expect(reactionsTo({ ...registration, referrer_id: null, invitation: null })).toEqual([]);
});

const fold = <Document>(view: typeof referrals | typeof referralCodes, events: readonly RecordedEvent[]) => {
  const documents = new Map<string, unknown>();
  for (const event of events) foldInto(view as typeof referrals, documents as Map<string, CreatorReferrals>, event);
  return documents as Map<string, Document>;
};

const manyReferrals = fc.array(
  fc.record({
    referrer: fc.constantFrom('creator-1', 'creator-2', 'creator-3'),
    held: fc.constantFrom(null, 'email' as const, 'payment_details' as const),
    decision: fc.constantFrom(null, approve, reject),
  }),
  { maxLength: 60 },
);
const decidedAt = '2026-11-22T10:00:00.000Z';

test('[REF-01] [REF-02] [REF-03] [REF-52] [PAY-27] every referrer’s metrics match the referrals themselves', () => {
  fc.assert(
    fc.property(manyReferrals, (list) => {
      const all = list.map(({ referrer, held, decision }, index) => {
        const told = { referral_id: `referral-${index}`, referrer_id: referrer, referred_user_id: `new-${index}` };
        const first = referralRecorded.of(recordedBy({ ...told, held_for: held }));
        const then = decision ? given(referral, [first]).when(decision) : [];
        const [decided] = 'failure' in then ? [] : then;
        const { status } = given(referral, decided ? [first, decided] : [first]).state();
        if (status === 'none') throw new Error('nothing was recorded');
        return { first, decided, row: referralRow({ ...first.data, status, decided_at: decided ? decidedAt : null }) };
      });
      const decisions = all.flatMap(({ decided }) => (decided ? [decided] : []));
      const events = [...recorded(all.map(({ first }) => first)), ...recorded(decisions, decidedAt)];
      const folded = fold<CreatorReferrals>(referrals, events);
      const byReferred = new Map<string, Referral>();
      for (const event of events) foldInto(referralList, byReferred, event);
      expect([...byReferred.values()].map(referralRow)).toEqual(all.map(({ row }) => row));
      for (const referrer of ['creator-1', 'creator-2', 'creator-3']) {
        const own = all.map(({ row }) => row).filter(({ referrer_id }) => referrer_id === referrer);
        const count = (status: string) => own.filter((each) => each.status === status).length;
        expect(metricsOf(folded.get(referrer) ?? noReferrals(referrer))).toEqual({
          total_referrals: own.length,
          successful_conversions: count('completed'),
          pending_conversions: count('pending'),
        });
        expect(folded.get(referrer)?.latest ?? []).toEqual(own.toReversed().slice(0, 20));
      }
    }),
  );
});

test('a referrer sees the latest 20 referrals', () => {
  const all = Array.from({ length: 21 }, (_unused, index) => recordedBy({ referred_user_id: `new-${index}` }));
  const folded = fold<CreatorReferrals>(referrals, recorded(all.map((data) => referralRecorded.of(data))));
  expect(folded.get('creator-1')).toMatchObject({ total_referrals: 21 });
  expect(folded.get('creator-1')?.latest.map(({ referred_user_id }) => referred_user_id)).toEqual(
    Array.from({ length: 20 }, (_unused, index) => `new-${20 - index}`),
  );
});

test('[ENT-20][FIX-05] a referral row has the fields of the specification, and tells the referrer why it is held', () => {
  expect(referralRow(listed(recordedBy({ held_for: 'phone' })))).toMatchObject({
    status: 'pending',
    held_for: 'phone',
  });
  expect(Object.keys(referralRow(listed(recordedBy()))).sort()).toEqual(
    [
      'id',
      'referrer_id',
      'referred_user_id',
      'referral_code',
      'conversion_type',
      'source',
      'arrival',
      'status',
      'held_for',
      'created_at',
      'decided_at',
    ].sort(),
  );
});

test('[GAL-17] a code counts the visits by its link and the creators who signed up with it, whichever node reported them', () => {
  const created = (number: number) =>
    referralCodeCreated.of({
      code_id: `id-${number}`,
      code: `0000000${number}`,
      creator_id: 'creator-1',
      description: null,
      created_at: '2026-11-20T10:00:00.000Z',
    });
  const visited = (code: string, visits: number) =>
    trafficCounted.of({ day: '2026-11-25', items: [], codes: [{ code, creator_id: 'creator-1', visits }] });
  const events = [created(1), created(2), visited('00000001', 4), visited('00000001', 1), visited('00000009', 7)];
  const signedUp = referralRecorded.of({
    referral_id: 'referral-1',
    referrer_id: 'creator-1',
    referred_user_id: 'creator-2',
    referral_code: '00000001',
    conversion_type: 'signup',
    source: 'signup',
    arrival: 'url',
    status: 'pending',
    held_for: 'payment_details',
    created_at: '2026-11-25T10:00:00.000Z',
  });
  const folded = fold<ReferralCodes>(referralCodes, recorded([...events, signedUp]));
  expect(folded.get('creator-1')?.codes).toMatchObject([
    { code: '00000002', visits: 0, sign_ups: 0 },
    { code: '00000001', visits: 5, sign_ups: 1 },
  ]);
});

test('[ENT-19] [API-27] a creator’s codes are listed newest first, without deleted ones, as rows with the fields of the specification', () => {
  const code = (number: number) => ({
    code_id: `id-${number}`,
    code: `0000000${number}`,
    creator_id: 'creator-1',
    description: number === 2 ? null : `Code ${number}`,
    created_at: `2026-11-2${number}T10:00:00.000Z`,
  });
  const { code_id, code: text, creator_id } = code(1);
  const folded = fold<ReferralCodes>(
    referralCodes,
    recorded([
      referralCodeCreated.of(code(1)),
      referralCodeCreated.of(code(2)),
      referralCodeCreated.of(code(3)),
      referralCodeDeleted.of({ code_id, code: text, creator_id }),
    ]),
  );
  expect(folded.get('creator-1')?.codes).toEqual([
    { id: 'id-3', code: '00000003', created_at: '2026-11-23T10:00:00.000Z', visits: 0, sign_ups: 0 },
    { id: 'id-2', code: '00000002', created_at: '2026-11-22T10:00:00.000Z', visits: 0, sign_ups: 0 },
  ]);
  expect(referralCodeRow(code(3))).toEqual({
    id: 'id-3',
    creator_id: 'creator-1',
    code: '00000003',
    description: 'Code 3',
    created_at: '2026-11-23T10:00:00.000Z',
  });
});

test('the codes of a deleted account are no longer listed', () => {
  const events = [
    referralCodeCreated.of({
      code_id: 'id-1',
      code: '00000001',
      creator_id: 'creator-1',
      description: null,
      created_at: '2026-11-21T10:00:00.000Z',
    }),
    accountDeleted.of({ account_id: 'creator-1', role: 'creator' }),
  ];
  expect(fold<ReferralCodes>(referralCodes, recorded(events)).size).toBe(0);
});

test('only the creator may watch their own codes and referrals', () => {
  for (const { live } of [referrals, referralCodes]) {
    expect(live?.mayWatch({ id: 'creator-1', role: 'creator' }, 'creator-1')).toBe(true);
    expect(live?.mayWatch({ id: 'creator-2', role: 'creator' }, 'creator-1')).toBe(false);
    expect(live?.mayWatch({ id: 'creator-1', role: 'brand' }, 'creator-1')).toBe(false);
    expect(live?.mayWatch({ id: null, role: 'visitor' }, 'creator-1')).toBe(false);
  }
});

test('[REF-14] completed, pending, cancelled and any other status are shown capitalized', () => {
  expect(['completed', 'pending', 'cancelled', 'under_review', ''].map(statusLabel)).toEqual([
    'Completed',
    'Pending',
    'Cancelled',
    'Under review',
    '',
  ]);
});

test('a referral is keyed by the referred account, and found by its referrer, age and status', () => {
  const data = listed(recordedBy());
  const documents = new Map<string, Referral>();
  for (const event of recorded([referralRecorded.of(recordedBy())])) foldInto(referralList, documents, event);
  expect(Object.fromEntries(documents)).toEqual({ 'creator-2': data });
  const { fields = {} } = referralList.indexes;
  expect(Object.fromEntries(Object.entries(fields).map(([name, valueOf]) => [name, valueOf(data)]))).toEqual({
    referrer_id: 'creator-1',
    created_at: '2026-11-21T10:00:00.000Z',
    status: 'completed',
  });
});

test('a referral is recorded as given, and a row uses the wire’s names', () => {
  const { referral_id, held_for, ...told } = recordedBy({ conversion_type: 'upload', source: 'partner' });
  expect({ referral_id, held_for, ...told }).toEqual({
    referral_id: 'referral-1',
    referrer_id: 'creator-1',
    referred_user_id: 'creator-2',
    referral_code: '7K3M9XQ2',
    conversion_type: 'upload',
    source: 'partner',
    arrival: 'url',
    status: 'completed',
    held_for: null,
    created_at: '2026-11-21T10:00:00.000Z',
  });
  expect(referralRow({ referral_id, held_for, ...told, decided_at: null })).toEqual({
    id: referral_id,
    held_for,
    ...told,
    decided_at: null,
  });
});

test('deleting a code that was never listed lists nothing', () => {
  const deleted = referralCodeDeleted.of({ code_id: 'id-1', code: '00000001', creator_id: 'creator-1' });
  expect(fold<ReferralCodes>(referralCodes, recorded([deleted])).size).toBe(0);
  expect(noReferralCodes('creator-1')).toEqual({ creator_id: 'creator-1', codes: [] });
});

test('a code arrives in one of exactly three ways', () => {
  expect(arrivals.filter(isArrival)).toEqual(['url', 'manual', 'unknown']);
  for (const value of ['', 'dreams', null, 3]) expect(isArrival(value)).toBe(false);
});
