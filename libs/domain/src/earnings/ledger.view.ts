import { defineView, on } from '../kernel/view.ts';
import type { Cents } from '../money.ts';
import { earningPosted } from './earning.ts';

/** The balance of one account; those of all accounts always sum to zero. */
export interface LedgerAccount {
  readonly account: string;
  readonly balance_cents: Cents;
  readonly postings: number;
}

export const ledger = defineView<LedgerAccount>({
  name: 'earnings-ledger',
  version: 1,
  on: [
    on(
      earningPosted,
      (data) => [...new Set(data.postings.map((posting) => posting.account))],
      (document, data, _event, account): LedgerAccount =>
        data.postings
          .filter((posting) => posting.account === account)
          .reduce(
            (ledger, posting) => ({
              account,
              balance_cents: ledger.balance_cents + posting.amount_cents,
              postings: ledger.postings + 1,
            }),
            document ?? { account, balance_cents: 0, postings: 0 },
          ),
    ),
  ],
});
