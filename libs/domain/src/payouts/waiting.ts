import { formatDay, formatMinute } from '../days.ts';
import { formatUsd } from '../money.ts';
import type { Cents } from '../money.ts';
import { detailsHoldHours, heldUntil, payoutMinCents } from './left-out.ts';
import type { DetailsOnFile, LeftOutReason } from './left-out.ts';

/** Why money waits, the reason to act on first at the top. */
export const waitingCodes = [
  'on_hold',
  'no_details',
  'email_unconfirmed',
  'payout_returned',
  'payout_failed',
  'details_changed',
  'negative_balance',
  'below_minimum',
  'disputed',
] as const;
export type WaitingCode = (typeof waitingCodes)[number];

export interface Waiting {
  readonly code: WaitingCode;
  readonly title: string;
  readonly message: string;
}

/** A payout that failed or was returned, and whose money waits for the next one. */
interface CameBack {
  readonly status: 'failed' | 'returned';
  readonly amount_cents: Cents;
  /** Null if it can no longer be read. */
  readonly reason: string | null;
  /** ISO 8601. */
  readonly at: string;
}

export interface WaitingFacts {
  /** Available now; may be negative. */
  readonly available_cents: Cents;
  /** Held while payments are disputed. */
  readonly reserve_cents: Cents;
  readonly hold: { readonly reason: string } | null;
  /** Null if there are no payout details. */
  readonly details: DetailsOnFile | null;
  /** The latest such payout; null for none. */
  readonly cameBack: CameBack | null;
  /** ISO 8601. */
  readonly now: string;
}

const sentence = (words: string | null) => (words ? `${words.trim().replace(/(?<![.!?])$/u, '.')} ` : '');

const ask = 'Reply to any of our emails if you have a question.';

type Rule = (facts: WaitingFacts) => Waiting | null;

const onHold: Rule = ({ hold }) =>
  hold && {
    code: 'on_hold',
    title: 'Your payouts are on hold',
    message: `${sentence(hold.reason)}What you’ve earned stays yours and is paid out once the hold is lifted. ${ask}`,
  };

const noDetails: Rule = ({ details }) =>
  details
    ? null
    : {
        code: 'no_details',
        title: 'We don’t know where to pay you',
        message: 'Add your payout details. Everything that’s available will then be part of your next payout.',
      };

const emailUnconfirmed: Rule = ({ details }) =>
  details?.awaits_confirmation
    ? {
        code: 'email_unconfirmed',
        title: 'Please confirm your email address',
        message:
          'Payouts wait until you do. Press the button in the email we sent you, or have it sent again from your account.',
      }
    : null;

const cameBackWords = {
  returned: {
    code: 'payout_returned',
    title: (amount: string) => `The bank returned your payout of ${amount}`,
  },
  failed: { code: 'payout_failed', title: (amount: string) => `Your payout of ${amount} didn’t go through` },
} as const;

const payoutCameBack: Rule = ({ cameBack, details }) => {
  if (!cameBack || (details?.changed_at && details.changed_at > cameBack.at)) return null;
  const { code, title } = cameBackWords[cameBack.status];
  const check = 'Check your payout details. The money is back in your balance and will be part of your next payout.';
  return { code, title: title(formatUsd(cameBack.amount_cents)), message: `${sentence(cameBack.reason)}${check}` };
};

const detailsChanged: Rule = ({ details, now }) => {
  if (!details?.changed_at || now >= heldUntil(details.changed_at)) return null;
  const until = formatMinute(heldUntil(details.changed_at));
  const pause = `To keep your money safe, payouts wait for ${detailsHoldHours} hours, until ${until}.`;
  return {
    code: 'details_changed',
    title: `Your payout details changed on ${formatDay(details.changed_at)}`,
    message: `${pause} If it wasn’t you, change your password now and reply to any of our emails.`,
  };
};

const negativeBalance: Rule = ({ available_cents: available }) =>
  available >= 0
    ? null
    : {
        code: 'negative_balance',
        title: `Your available balance is ${formatUsd(available)}`,
        message:
          'Refunds and disputes came to more than your balance. Your next sales will make up for it; there’s nothing to pay.',
      };

const belowMinimum: Rule = ({ available_cents: available }) =>
  available === 0 || available >= payoutMinCents
    ? null
    : {
        code: 'below_minimum',
        title: `Below the minimum of ${formatUsd(payoutMinCents)}`,
        message: `Your available ${formatUsd(available)} will be added to your next payout.`,
      };

const disputed: Rule = ({ reserve_cents }) =>
  reserve_cents === 0
    ? null
    : {
        code: 'disputed',
        title: `${formatUsd(reserve_cents)} is set aside for a dispute`,
        message:
          'A buyer’s bank is looking into a payment. If it decides in our favor, the money is yours again. ' +
          'There’s nothing you need to do.',
      };

const rules: readonly Rule[] = [
  onHold,
  noDetails,
  emailUnconfirmed,
  payoutCameBack,
  detailsChanged,
  negativeBalance,
  belowMinimum,
  disputed,
];

/** The main reason why some of the money waits, worded for the creator; null if none of it does. */
export const waitingOf = (facts: WaitingFacts): Waiting | null =>
  rules.map((rule) => rule(facts)).find((waiting) => waiting !== null) ?? null;

const holding: readonly WaitingCode[] = ['on_hold', 'no_details', 'email_unconfirmed', 'details_changed'];

/** Whether the available money can't be paid out now. */
export const holdsPayouts = (waiting: Waiting | null): boolean => waiting !== null && holding.includes(waiting.code);

/** Whether what is available is carried over for a reason, instead of being paid by its last day. */
export const isCarriedOver = (waiting: Waiting | null): boolean =>
  holdsPayouts(waiting) || waiting?.code === 'negative_balance' || waiting?.code === 'below_minimum';

type Text = Pick<Waiting, 'title' | 'message'>;

const overSince: Readonly<Record<Exclude<LeftOutReason, 'payout_open'>, Text>> = {
  on_hold: { title: 'Your payouts were on hold', message: 'The hold has since been lifted.' },
  no_details: { title: 'We didn’t know where to pay you', message: 'You’ve since added your payout details.' },
  email_unconfirmed: {
    title: 'Your email address wasn’t confirmed',
    message: 'You’ve since confirmed it.',
  },
  details_changed: {
    title: 'Your payout details had just changed',
    message: `The ${detailsHoldHours}-hour wait after a change is over.`,
  },
  negative_balance: { title: 'Your available balance was negative', message: 'Your sales have since made up for it.' },
  below_minimum: {
    title: `Below the minimum of ${formatUsd(payoutMinCents)}`,
    message: 'It will be added to your next payout.',
  },
};

const leftOutRules = {
  on_hold: onHold,
  no_details: noDetails,
  email_unconfirmed: emailUnconfirmed,
  details_changed: detailsChanged,
  negative_balance: negativeBalance,
  below_minimum: belowMinimum,
} as const satisfies Readonly<Record<Exclude<LeftOutReason, 'payout_open'>, Rule>>;

/** Why a run left a creator out, worded for them: with the balance of that time, and everything else as it is now. */
export const leftOutText = (
  reason: LeftOutReason,
  facts: Pick<WaitingFacts, 'available_cents' | 'hold' | 'details' | 'now'>,
): Text => {
  if (reason === 'payout_open') {
    const amount = formatUsd(facts.available_cents);
    return { title: 'A payout was still on its way', message: `The ${amount} will be part of the payout after it.` };
  }
  const { title, message } = leftOutRules[reason]({ ...facts, reserve_cents: 0, cameBack: null }) ?? overSince[reason];
  return { title, message };
};
