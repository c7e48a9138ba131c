import type { Cents } from '../money.ts';
import { share } from '../money.ts';

/** The current rates. A new rate needs a new version; licenses granted under an old one keep their split. */
export const splitPolicy = { version: 1, commissionBasisPoints: 2_000, referralBasisPoints: 500 } as const;

/** How one license's price is divided. `gross = net + reward + platform`, to the cent. */
export interface Split {
  readonly policy_version: number;
  readonly gross_cents: Cents;
  /** What the operator keeps before it pays the referrer. */
  readonly commission_cents: Cents;
  /** What the creator gets. */
  readonly net_cents: Cents;
  /** What the referrer gets, paid out of the commission; 0 if nobody referred the creator. */
  readonly reward_cents: Cents;
  /** What the operator keeps: commission less reward. */
  readonly platform_cents: Cents;
}

export const splitOf = (gross: Cents, referred: boolean): Split => {
  const commission = share(gross, splitPolicy.commissionBasisPoints);
  const reward = referred ? share(gross, splitPolicy.referralBasisPoints) : 0;
  return {
    policy_version: splitPolicy.version,
    gross_cents: gross,
    commission_cents: commission,
    net_cents: gross - commission,
    reward_cents: reward,
    platform_cents: commission - reward,
  };
};
