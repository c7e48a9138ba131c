import { processorFeePosted } from '../../books/processor-fee.ts';
import type { EventDefinition } from '../../kernel/event.ts';
import { defineView, on, ownFields } from '../../kernel/view.ts';
import { creatorOf, dayOf, dueCents, fallingDue, withDue } from '../../ledger.ts';
import type { CreatorState, DueDay, Posting } from '../../ledger.ts';
import { sum } from '../../money.ts';
import type { Cents } from '../../money.ts';
import {
  payoutCanceled,
  payoutFailed,
  payoutPaid,
  payoutPrepared,
  payoutReturned,
} from '../../payouts/payout-events.ts';
import { refundRepaid, refundReturned } from '../../refunds/returned-refund.ts';
import { earningDisputed, earningPosted, earningReversed } from '../earning-events.ts';

/** The balance of one account; those of all accounts always sum to zero. */
export interface LedgerAccount {
  /** All creators' accounts are combined: `creators:pending`, `creators:available`, `creators:reserve`. */
  readonly account: string;
  /** Everything that had taken effect by the latest posting. */
  readonly balance_cents: Cents;
  readonly postings: number;
  /** What takes effect later without another event, earliest first. */
  readonly due: readonly DueDay[];
}

export const creatorsAccount = (state: CreatorState) => `creators:${state}`;

const accountOf = ({ account }: Posting) => {
  const creator = creatorOf(account);
  return creator ? creatorsAccount(creator.state) : account;
};

/** The balance on a day, `yyyy-mm-dd`, which must not be before the latest posting. */
export const balanceOn = ({ balance_cents, due }: LedgerAccount, day: string): Cents =>
  balance_cents + dueCents(due.filter(({ on: dueOn }) => dueOn <= day));

interface OfMoney {
  readonly postings: readonly Posting[];
  readonly payout_due_on?: string | null;
}

const own = (account: string, postings: readonly Posting[]) => postings.filter((each) => accountOf(each) === account);
const dueOf = ({ postings, payout_due_on = null }: OfMoney) =>
  payout_due_on === null ? [] : fallingDue({ postings, payout_due_on });

const posted = (before: LedgerAccount, data: OfMoney, day: string): LedgerAccount => {
  const now = own(before.account, data.postings);
  const later = sum(own(before.account, dueOf(data)).map(({ amount_cents }) => amount_cents));
  const due = before.due.filter(({ on: dueOn }) => dueOn > day);
  return {
    account: before.account,
    balance_cents: balanceOn(before, day) + sum(now.map(({ amount_cents }) => amount_cents)),
    postings: before.postings + now.length,
    due: later === 0 ? due : withDue(due, data.payout_due_on!, later),
  };
};

const posts = <Type extends string, Data extends OfMoney>(definition: EventDefinition<Type, Data>) =>
  on<LedgerAccount, Type, Data>(
    definition,
    (data) => [...new Set([...data.postings, ...dueOf(data)].map(accountOf))],
    (document, data, event, account) =>
      posted(document ?? { account, balance_cents: 0, postings: 0, due: [] }, data, dayOf(event.recordedAt)),
  );

export const ledger = defineView<LedgerAccount>({
  name: 'earnings-ledger',
  version: 3,
  on: [
    posts(earningPosted),
    posts(processorFeePosted),
    posts(earningReversed),
    posts(refundReturned),
    posts(refundRepaid),
    posts(earningDisputed),
    posts(payoutPrepared),
    posts(payoutPaid),
    posts(payoutFailed),
    posts(payoutCanceled),
    posts(payoutReturned),
  ],
  indexes: { fields: ownFields('account'), listings: [{ sorts: ['account'] }] },
  live: { room: () => 'all', mayWatch: (reader, room) => room === 'all' && reader.role === 'admin' },
});
