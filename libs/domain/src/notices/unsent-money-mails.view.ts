import { accountDeleted } from '../accounts/account.ts';
import { saleMailsChosen } from '../accounts/mails/sale-mails.ts';
import { creditedCents } from '../earnings/ledger/creator-ledger.view.ts';
import { earningDisputed, earningPosted, earningReversed } from '../earnings/earning.ts';
import type { DisputeStep } from '../earnings/earning.ts';
import type { EventDefinition } from '../kernel/event.ts';
import { defineView, on } from '../kernel/view.ts';
import { dayOf, daysLater, isCash } from '../ledger.ts';
import { sum } from '../money.ts';
import type { Cents } from '../money.ts';
import { payoutFailed, payoutReturned, payoutSent } from '../payouts/payout.ts';
import { defaultSaleMails } from '../sale-mails.ts';
import type { SaleMails } from '../sale-mails.ts';
import { moneyMailNotSent, moneyMailSent } from './money-mail.ts';

interface OfMail {
  readonly type: 'mail';
  readonly mail_id: string;
  readonly account_id: string;
  /** From when on it is sent: ISO 8601. */
  readonly due_at: string;
}

/** What somebody has of the price of a license: as its creator, or as the referrer of that. */
export type Part = 'creator' | 'referrer';

export interface SaleMail extends OfMail {
  readonly about: 'sale';
  readonly license_id: string;
  readonly gross_cents: Cents;
  readonly own_cents: Cents;
  /** `yyyy-mm-dd`. */
  readonly payout_due_on: string;
}

/** Of one day, in UTC. */
export interface DailySalesMail extends OfMail {
  readonly about: 'sales';
  /** `yyyy-mm-dd`. */
  readonly day: string;
  readonly count: number;
  readonly own_cents: Cents;
  /** The first of them. */
  readonly listed: readonly { readonly license_id: string; readonly own_cents: Cents }[];
}

export type PayoutStep = 'sent' | 'failed' | 'returned';

/** What it says is in the creator's own stream. */
export interface PayoutMail extends OfMail {
  readonly about: 'payout';
  readonly step: PayoutStep;
  readonly payout_id: string;
}

interface Taken {
  readonly license_id: string;
  readonly part: Part;
  /** Of the price. */
  readonly amount_cents: Cents;
  /** Of the part. */
  readonly own_cents: Cents;
  /** Until when the part falls due, `yyyy-mm-dd`; null where it had fallen due. */
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

/** What a creator has chosen, and had before: an event that is folded again after a crash may be of then. */
interface Choice {
  readonly type: 'choice';
  readonly sale_mails: SaleMails;
  readonly before: SaleMails;
  /** The position of the choice. */
  readonly since: number;
}

export type UnsentMoneyMail = MoneyMail | Choice;

export const listedSalesMax = 10;
/** After the day: machines disagree by less about when that is. */
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

interface OfParts {
  readonly license_id: string;
  readonly creator_id: string;
  readonly referrer_id: string | null;
  readonly amount_cents: Cents;
  readonly payout_due_on: string | null;
  readonly parts: Readonly<Record<Part, Cents>>;
}

/** Everyone who gives something is told; who has no part in it, or gives nothing of it, is not. */
const idsOf = (id: string, { parts }: OfParts) =>
  (['creator', 'referrer'] as const).filter((part) => parts[part] !== 0).map((part) => partId(id, part));

const takenOf = (mail_id: string, data: OfParts, due_at: string) => {
  const { license_id, creator_id, referrer_id, amount_cents, payout_due_on, parts } = data;
  const part = partOf(mail_id);
  const account_id = part === 'creator' ? creator_id : (referrer_id ?? creator_id);
  const taken = { license_id, part, amount_cents, own_cents: parts[part], payout_due_on };
  return { type: 'mail', mail_id, account_id, due_at, ...taken } as const;
};

/** What a step of a payout makes out of date is not sent anymore. */
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

const removed = (): UnsentMoneyMail | undefined => undefined;

/**
 * Emails about their money that creators are to get and nobody has recorded the outcome of; those from before these
 * emails stay. Which sales somebody hears of is decided by what they had chosen at the time.
 */
export const unsentMoneyMails = defineView<UnsentMoneyMail>({
  name: 'unsent-money-mails',
  version: 1,
  on: [
    on(
      saleMailsChosen,
      ({ account_id }) => choiceKey(account_id),
      (before: UnsentMoneyMail | undefined, { sale_mails }, { position }): UnsentMoneyMail => {
        return { type: 'choice', sale_mails, before: wantedAt(before, position), since: position };
      },
    ),
    on(accountDeleted, ({ account_id }) => choiceKey(account_id), removed),
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
        const { license_id, creator_id, postings, payout_due_on } = data;
        const wanted = wantedAt(other(choiceKey(creator_id)), position);
        const own_cents = creditedCents(postings, creator_id);
        if (key === saleId(license_id) && wanted === 'at_once') {
          const gross_cents = sum(postings.filter(isCash).map(({ amount_cents }) => amount_cents));
          const sale = { license_id, gross_cents, own_cents, payout_due_on };
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
      // A bank may decide again: each decision is told.
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
    on(moneyMailSent, ({ mail_id }) => mail_id, removed),
    on(moneyMailNotSent, ({ mail_id }) => mail_id, removed),
  ],
  indexes: {
    fields: { due_at: (document) => (document.type === 'mail' ? document.due_at : null) },
    listings: [{ sorts: ['due_at'] }],
  },
});
