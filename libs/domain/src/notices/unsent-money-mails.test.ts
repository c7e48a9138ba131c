import { expect, test } from 'vitest';
import { accountDeleted } from '../accounts/account-events.ts';
import { saleMailsChosen } from '../accounts/mails/sale-mails.ts';
import { earningDisputed, earningPosted, earningReversed } from '../earnings/earning-events.ts';
import type { EarningDisputedData, EarningReversedData } from '../earnings/earning-events.ts';
import type { DomainEvent } from '../kernel/event.ts';
import { recorded } from '../kernel/recorded.test-kit.ts';
import { foldInto } from '../kernel/view.ts';
import { payoutFailed, payoutPaid, payoutReturned, payoutSent } from '../payouts/payout-events.ts';
import type { SaleMails } from '../mail-choices.ts';
import { moneyMailNotSent, moneyMailSent } from './money-mail.ts';
import { listedSalesMax, unsentMoneyMails } from './unsent-money-mails.view.ts';
import type { MoneyMail, UnsentMoneyMail } from './unsent-money-mails.view.ts';
import { viewOf } from './mail-part.test-kit.ts';

const at = '2026-11-21T10:00:00.000Z';

const sold = (license: string, own = 20_000) =>
  earningPosted.of({
    license_id: license,
    order_id: 'order-1',
    creator_id: 'creator-1',
    referrer_id: 'creator-2',
    payout_due_on: '2026-11-30',
    pay_by_on: '2026-12-06',
    postings: [
      { account: 'cash:sandbox', amount_cents: own + 5_000 },
      { account: 'creator:creator-1:pending', amount_cents: -own },
      { account: 'creator:creator-2:pending', amount_cents: -1_250 },
      { account: 'platform', amount_cents: -3_750 },
    ],
  });
const chose = (sale_mails: SaleMails) => saleMailsChosen.of({ account_id: 'creator-1', sale_mails });

const taken = {
  license_id: 'license-1',
  creator_id: 'creator-1',
  referrer_id: 'creator-2',
  amount_cents: 10_000,
  parts: { creator: 8_000, referrer: 500, platform: 1_500 },
  payout_due_on: '2026-12-06',
  postings: [],
};
const refunded = (change: Partial<EarningReversedData> = {}) =>
  earningReversed.of({ ...taken, refund_number: 1, ...change });
const disputed = (step: EarningDisputedData['step']) =>
  earningDisputed.of({ ...taken, dispute_id: 'dispute-1', dispute_revision: 0, step });
const paid = { payout_id: 'payout-1', creator_id: 'creator-1' };
const undone = { ...paid, reason: 'Closed.', postings: [] };

type Told = readonly (DomainEvent | readonly [string, ...DomainEvent[]])[];

/** The mails that wait after these events; each event happens at the time given last before it. */
const waiting = (...events: Told) => {
  const documents = new Map<string, UnsentMoneyMail>();
  const dated = events.flatMap((each): { event: DomainEvent; instant: string }[] =>
    'type' in each
      ? [{ event: each, instant: at }]
      : each.slice(1).map((event) => ({ event: event as DomainEvent, instant: each[0] })),
  );
  const log = recorded(dated.map(({ event }) => event));
  for (const [index, event] of log.entries()) {
    foldInto(viewOf(unsentMoneyMails), documents, { ...event, recordedAt: dated[index]!.instant });
  }
  return [...documents.values()].filter((document): document is MoneyMail => document.type === 'mail');
};
const ids = (...events: Told) => waiting(...events).map(({ mail_id }) => mail_id);

test('[PAY-31] a creator gets an email for each sale, with their own part as posted; a referrer doesn’t', () => {
  expect(waiting(sold('license-1'))).toEqual([
    {
      type: 'mail',
      about: 'sale',
      mail_id: 'sale.license-1',
      account_id: 'creator-1',
      due_at: at,
      license_id: 'license-1',
      gross_cents: 25_000,
      own_cents: 20_000,
      payout_due_on: '2026-11-30',
      pay_by_on: '2026-12-06',
    },
  ]);
});

test('[PAY-31] the sales of one UTC day become one email afterward, which lists the first ones and adds up all', () => {
  const many = Array.from({ length: 12 }, (_, index) => sold(`license-${index}`, 1_000 + index));
  const mails = waiting(
    chose('daily'),
    ['2026-11-21T00:00:00.000Z', ...many],
    ['2026-11-21T23:59:59.999Z', sold('late')],
    ['2026-11-22T00:00:00.000Z', sold('next')],
  );
  expect(mails.map(({ mail_id }) => mail_id)).toEqual(['sales.creator-1.2026-11-21', 'sales.creator-1.2026-11-22']);
  expect(mails[0]).toMatchObject({
    due_at: '2026-11-22T00:05:00.000Z',
    count: 13,
    own_cents: 12 * 1_000 + 66 + 20_000,
  });
  const { listed } = mails[0] as Extract<MoneyMail, { about: 'sales' }>;
  expect(listed).toHaveLength(listedSalesMax);
  expect(listed[0]).toEqual({ license_id: 'license-0', own_cents: 1_000 });
});

test('[PAY-31] the setting at the time of a sale applies to it, whatever is chosen later', () => {
  const story = [sold('a'), chose('never'), sold('b'), chose('daily'), sold('c'), chose('at_once'), sold('d')];
  expect(ids(...story)).toEqual(['sale.a', 'sales.creator-1.2026-11-21', 'sale.d']);
});

test('[PAY-31] a sale folded again after a crash, when the setting has changed, still uses the earlier setting', () => {
  const [first, sale, later] = recorded([chose('daily'), sold('license-1'), chose('at_once')]);
  const documents = new Map<string, UnsentMoneyMail>();
  for (const event of [first!, later!, sale!]) foldInto(viewOf(unsentMoneyMails), documents, event);
  expect([...documents.keys()]).toContain('sales.creator-1.2026-11-21');
  expect([...documents.keys()]).not.toContain('sale.license-1');
});

test('[PAY-31] a refund and each step of a dispute are mailed to everyone who gives part of it, and to nobody else', () => {
  expect(waiting(refunded())).toMatchObject([
    { mail_id: 'refund.license-1.1', account_id: 'creator-1', part: 'creator', amount_cents: 10_000, own_cents: 8_000 },
    { mail_id: 'refund.license-1.1.reward', account_id: 'creator-2', part: 'referrer', own_cents: 500 },
  ]);
  const parts = { creator: 0, referrer: 0, platform: 10_000 };
  expect(ids(refunded({ parts }))).toEqual([]);
  expect(ids(refunded({ referrer_id: null, parts: { ...parts, creator: 8_000 } }))).toEqual(['refund.license-1.1']);
  const steps = waiting(disputed('opened'), disputed('lost'), disputed('won'), disputed('lost'));
  expect(steps.filter(({ account_id }) => account_id === 'creator-1')).toMatchObject([
    { about: 'dispute', step: 'opened', own_cents: 8_000 },
    { about: 'dispute', step: 'lost' },
    { about: 'dispute', step: 'won' },
    { about: 'dispute', step: 'lost' },
  ]);
  expect(new Set(steps.map(({ mail_id }) => mail_id)).size).toBe(8);
});

test('[PAY-31] a payout is mailed when it is sent, fails or comes back; outdated mails are dropped', () => {
  expect(waiting(payoutSent.of({ ...paid, rail: 'manual' }))).toMatchObject([
    { mail_id: 'payout-sent.payout-1', about: 'payout', step: 'sent', account_id: 'creator-1', due_at: at },
  ]);
  const sent = payoutSent.of({ ...paid, rail: 'manual' });
  expect(ids(sent, payoutPaid.of({ ...paid, reference: null, postings: [] }))).toEqual(['payout-sent.payout-1']);
  expect(ids(sent, payoutFailed.of(undone))).toEqual(['payout-failed.payout-1']);
  expect(ids(sent, payoutReturned.of(undone))).toEqual(['payout-returned.payout-1']);
});

test('[PAY-31] an email’s outcome ends its wait; deleting an account removes its setting', () => {
  const sales = [sold('license-1'), sold('license-2')];
  expect(ids(...sales, moneyMailSent.of({ mail_id: 'sale.license-1' }))).toEqual(['sale.license-2']);
  expect(ids(...sales, moneyMailNotSent.of({ mail_id: 'sale.license-2', reason: 'refused' }))).toEqual([
    'sale.license-1',
  ]);
  const gone = accountDeleted.of({ account_id: 'creator-1', role: 'creator' });
  const documents = new Map<string, UnsentMoneyMail>();
  for (const event of recorded([chose('never'), gone])) foldInto(viewOf(unsentMoneyMails), documents, event);
  expect(documents.size).toBe(0);
});
