import { accountDeleted } from '../accounts/account-events.ts';
import { saleMailsChosen } from '../accounts/mails/sale-mails.ts';
import { creditedCents } from '../earnings/ledger/creator-account.ts';
import { earningDisputed, earningPosted, earningReversed } from '../earnings/earning-events.ts';
import type { DisputeStep, EarningReversedData } from '../earnings/earning-events.ts';
import type { EventDefinition } from '../kernel/event.ts';
import { on, removes } from '../kernel/view.ts';
import { cashIn, dayOf, daysLater } from '../ledger.ts';
import type { Cents } from '../money.ts';
import { payoutFailed, payoutReturned, payoutSent } from '../payouts/payout-events.ts';
import { defaultSaleMails } from '../mail-choices.ts';
import type { SaleMails } from '../mail-choices.ts';
import type { MailPart } from './mail-part.ts';
import { moneyMailNotSent, moneyMailSent } from './money-mail.ts';

interface OfMail {
  readonly type: 'mail';
  readonly mail_id: string;
  readonly account_id: string;
  /** When it can be sent: ISO 8601. */
  readonly due_at: string;
}

/** A creator's part in the price of a license: as its creator, or as that creator's referrer. */
export type Part = 'creator' | 'referrer';

export interface SaleMail extends OfMail {
  readonly about: 'sale';
  readonly license_id: string;
  readonly gross_cents: Cents;
  readonly own_cents: Cents;
  /** From when it can be paid out, and by when it is: `yyyy-mm-dd` in UTC. */
  readonly payout_due_on: string;
  readonly pay_by_on: string;
}

/** A summary of one day's sales, in UTC. */
export interface DailySalesMail extends OfMail {
  readonly about: 'sales';
  /** `yyyy-mm-dd`. */
  readonly day: string;
  readonly count: number;
  readonly own_cents: Cents;
  /** The first sales of the day. */
  readonly listed: readonly { readonly license_id: string; readonly own_cents: Cents }[];
}

export type PayoutStep = 'sent' | 'failed' | 'returned';

/** Its details are in the creator's own stream. */
export interface PayoutMail extends OfMail {
  readonly about: 'payout';
  readonly step: PayoutStep;
  readonly payout_id: string;
}

interface Taken {
  readonly license_id: string;
  readonly part: Part;
  /** How much of the price was taken. */
  readonly amount_cents: Cents;
  /** How much of this creator's part was taken. */
  readonly own_cents: Cents;
  /** When the part falls due, `yyyy-mm-dd`; null if it already had. */
  readonly payout_due_on: string | null;
}

export interface RefundMail extends OfMail, Taken {
  readonly about: 'refund';
}

export interface DisputeMail extends OfMail, Taken {
  readonly about: 'dispute';
  readonly step: DisputeStep;
}

export type MoneyMail = SaleMail | DailySalesMail | PayoutMail | RefundMail | DisputeMail;

/** A creator's setting and the one before it, because an event folded again after a crash may predate the change. */
interface Choice {
  readonly type: 'choice';
  readonly sale_mails: SaleMails;
  readonly before: SaleMails;
  /** The position of the event that changed the setting. */
  readonly since: number;
}

export type UnsentMoneyMail = MoneyMail | Choice;

export const listedSalesMax = 10;
/** The delay after the end of the day; clocks of different machines differ by less. */
const dailyAfterMs = 5 * 60_000;

const choiceKey = (accountId: string) => `choice.${accountId}`;
const saleId = (licenseId: string) => `sale.${licenseId}`;
const dailyId = (accountId: string, day: string) => `sales.${accountId}.${day}`;
const payoutId = (step: PayoutStep, id: string) => `payout-${step}.${id}`;
const partId = (id: string, part: Part) => (part === 'creator' ? id : `${id}.reward`);
const partOf = (key: string): Part => (key.endsWith('.reward') ? 'referrer' : 'creator');

const dailyDueAt = (day: string) => new Date(Date.parse(daysLater(day, 1)) + dailyAfterMs).toISOString();

const wantedAt = (choice: UnsentMoneyMail | undefined, position: number): SaleMails => {
  if (choice?.type !== 'choice') return defaultSaleMails;
  return position < choice.since ? choice.before : choice.sale_mails;
};

const withSale = (before: DailySalesMail, license_id: string, own_cents: Cents): DailySalesMail => ({
  ...before,
  count: before.count + 1,
  own_cents: before.own_cents + own_cents,
  listed: before.listed.length < listedSalesMax ? [...before.listed, { license_id, own_cents }] : before.listed,
});

const dailySales = (account_id: string, day: string): DailySalesMail => ({
  type: 'mail',
  about: 'sales',
  mail_id: dailyId(account_id, day),
  account_id,
  due_at: dailyDueAt(day),
  day,
  count: 0,
  own_cents: 0,
  listed: [],
});

type OfParts = Omit<EarningReversedData, 'refund_number' | 'postings'>;

/** Mail ids for everyone who loses part of their money; the others get no mail. */
const idsOf = (id: string, { parts }: OfParts) =>
  (['creator', 'referrer'] as const).filter((part) => parts[part] !== 0).map((part) => partId(id, part));

const takenOf = (mail_id: string, data: OfParts, due_at: string) => {
  const { license_id, creator_id, referrer_id, amount_cents, payout_due_on, parts } = data;
  const part = partOf(mail_id);
  const account_id = part === 'creator' ? creator_id : (referrer_id ?? creator_id);
  const taken = { license_id, part, amount_cents, own_cents: parts[part], payout_due_on };
  return { type: 'mail', mail_id, account_id, due_at, ...taken } as const;
};

/** A mail about a payout's step. A step that makes the mail of an earlier one outdated removes it. */
const ofPayout = <Type extends string, Data extends { readonly payout_id: string; readonly creator_id: string }>(
  definition: EventDefinition<Type, Data>,
  step: PayoutStep,
) =>
  on<UnsentMoneyMail, Type, Data>(
    definition,
    ({ payout_id }) => [...new Set([payoutId('sent', payout_id), payoutId(step, payout_id)])],
    (_before, { payout_id, creator_id }, { recordedAt }, key) => {
      if (key !== payoutId(step, payout_id)) return undefined;
      return {
        type: 'mail',
        about: 'payout',
        mail_id: key,
        account_id: creator_id,
        due_at: recordedAt,
        step,
        payout_id,
      };
    },
  );

/**
 * Emails to creators about their money that have no recorded outcome. Those from before such emails existed stay here.
 * Each creator's setting at the time of a sale decides how they are told about it.
 */
export const unsentMoneyMails: MailPart<UnsentMoneyMail> = {
  on: [
    on(
      saleMailsChosen,
      ({ account_id }) => choiceKey(account_id),
      (before: UnsentMoneyMail | undefined, { sale_mails }, { position }): UnsentMoneyMail => {
        return { type: 'choice', sale_mails, before: wantedAt(before, position), since: position };
      },
    ),
    removes(accountDeleted, ({ account_id }) => choiceKey(account_id)),
    on(
      earningPosted,
      ({ license_id, creator_id }, { recordedAt }) => [
        choiceKey(creator_id),
        saleId(license_id),
        dailyId(creator_id, dayOf(recordedAt)),
      ],
      (
        before: UnsentMoneyMail | undefined,
        data,
        { position, recordedAt },
        key,
        other,
      ): UnsentMoneyMail | undefined => {
        const { license_id, creator_id, postings, payout_due_on, pay_by_on } = data;
        const wanted = wantedAt(other(choiceKey(creator_id)), position);
        const own_cents = creditedCents(postings, creator_id);
        if (key === saleId(license_id) && wanted === 'at_once') {
          const gross_cents = cashIn(postings);
          const sale = { license_id, gross_cents, own_cents, payout_due_on, pay_by_on };
          return { type: 'mail', about: 'sale', mail_id: key, account_id: creator_id, due_at: recordedAt, ...sale };
        }
        const day = dayOf(recordedAt);
        if (key !== dailyId(creator_id, day) || wanted !== 'daily') return before;
        return withSale((before as DailySalesMail | undefined) ?? dailySales(creator_id, day), license_id, own_cents);
      },
    ),
    on(
      earningReversed,
      (data) => idsOf(`refund.${data.license_id}.${data.refund_number}`, data),
      (_before: UnsentMoneyMail | undefined, data, { recordedAt }, key): UnsentMoneyMail => ({
        ...takenOf(key, data, recordedAt),
        about: 'refund',
      }),
    ),
    on(
      earningDisputed,
      // A bank may change its decision: each decision gets a mail.
      (data, { id }) => idsOf(`dispute-${data.step}.${data.license_id}.${id}`, data),
      (_before: UnsentMoneyMail | undefined, data, { recordedAt }, key): UnsentMoneyMail => ({
        ...takenOf(key, data, recordedAt),
        about: 'dispute',
        step: data.step,
      }),
    ),
    ofPayout(payoutSent, 'sent'),
    ofPayout(payoutFailed, 'failed'),
    ofPayout(payoutReturned, 'returned'),
    removes(moneyMailSent, 'mail_id'),
    removes(moneyMailNotSent, 'mail_id'),
  ],
  dueAt: (document) => (document.type === 'mail' ? document.due_at : null),
};
