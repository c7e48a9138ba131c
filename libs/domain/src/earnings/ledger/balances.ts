import { balanceOn, creatorsAccount } from './ledger.view.ts';
import type { LedgerAccount } from './ledger.view.ts';
import { cashAccount, disputesAccount, inTransitAccount } from '../../ledger.ts';
import type { CreatorState } from '../../ledger.ts';
import { sum } from '../../money.ts';
import type { Cents } from '../../money.ts';

/** The cash at a gateway, or in the operator's bank account. */
export interface CashBalance {
  readonly name: string;
  readonly cents: Cents;
}

/** Where the money is; what is owed is positive. */
export interface MoneyBalances {
  readonly pending_cents: Cents;
  readonly available_cents: Cents;
  readonly reserve_cents: Cents;
  readonly in_transit_cents: Cents;
  /** Held by banks until disputes are decided. */
  readonly disputes_cents: Cents;
  /** Sorted by name. */
  readonly cash: readonly CashBalance[];
}

const cashPrefix = cashAccount('');

/** The ledger's balances on a day, `yyyy-mm-dd`, which must not be before its latest posting. */
export const balancesAt = (accounts: readonly LedgerAccount[], day: string): MoneyBalances => {
  const of = (name: string) =>
    sum(accounts.filter(({ account }) => account === name).map((account) => balanceOn(account, day)));
  const owed = (state: CreatorState) => 0 - of(creatorsAccount(state));
  return {
    pending_cents: owed('pending'),
    available_cents: owed('available'),
    reserve_cents: owed('reserve'),
    in_transit_cents: 0 - of(inTransitAccount),
    disputes_cents: of(disputesAccount),
    cash: accounts
      .filter(({ account }) => account.startsWith(cashPrefix))
      .map((account) => ({ name: account.account.slice(cashPrefix.length), cents: balanceOn(account, day) }))
      .toSorted((one, other) => (one.name < other.name ? -1 : 1)),
  };
};
