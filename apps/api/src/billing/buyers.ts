import { Injectable } from '@nestjs/common';
import { account } from '@tessera/domain/accounts/account';
import type { AccountEvent } from '@tessera/domain/accounts/account-events';
import { addressLines } from '@tessera/domain/accounts/billing/billing';
import type { BillingDetails } from '@tessera/domain/accounts/billing/billing';
import { fold } from '@tessera/domain/kernel/decider';
import { Accounts } from '../accounts/public.ts';

/** Who an invoice is billed to. */
export interface Buyer {
  /** The name, then the address. */
  readonly lines: readonly string[];
  /** Empty if there is none. */
  readonly poNumber: string;
}

const buyerFrom = (billing: BillingDetails): Buyer => ({
  lines: [
    billing.company,
    ...addressLines(billing),
    ...(billing.tax_number ? [`Tax number ${billing.tax_number}`] : []),
  ],
  poNumber: billing.po_number,
});

/** Looks up brands as they were when something was billed. */
@Injectable()
export class Buyers {
  constructor(private readonly accounts: Accounts) {}

  /**
   * The buyer according to the account's events until then. For a forgotten account, that is only the brand name that its
   * contracts keep.
   * @param at ISO 8601
   */
  async at(at: string, brandId: string, brandName: string): Promise<Buyer> {
    const events = await this.accounts.history(brandId);
    const until = events.filter(({ recordedAt }) => recordedAt <= at);
    const state = fold(account, until as readonly AccountEvent[]);
    const brand = state.status === 'open' && state.role === 'brand' ? state : null;
    if (brand?.billing) return buyerFrom(brand.billing);
    return { lines: [brandName, brand?.details.name, brand?.email].filter((line) => line != null), poNumber: '' };
  }
}
