import { balanceOn, creatorsAccount } from './ledger.view.ts';
import type { LedgerAccount } from './ledger.view.ts';
import { cashAccount, disputesAccount, inTransitAccount } from '../../ledger.ts';
import type { CreatorState } from '../../ledger.ts';
import { sum } from '../../money.ts';

const cashPrefix = cashAccount('');

/**
 * Where the money is on a day, `yyyy-mm-dd`, which must not be before the ledger's latest posting. What is owed is
 * positive.
 */
export const balancesAt = (accounts: readonly LedgerAccount[], day: string) => {
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
