import { isFailure } from '../kernel/failure.ts';
import type { LicenseType } from '../license-types.ts';
import type { LicenseGrantedData } from '../licensing/license.ts';
import { endOf, hasEnded } from '../licensing/term.ts';
import type { Ending } from '../licensing/term.ts';
import { centsOf, dollarsOf } from '../money.ts';
import { priceLine } from './order-line.ts';
import { notOffered } from './order-failures.ts';
import type { ItemFacts } from './order-line.ts';

/** One line of a cart or an order. `price` is what the browser shows, in dollars. */
interface CheckedLine {
  readonly id: string;
  readonly licenseType: string;
  readonly price: number;
}

/** A license that the brand already holds and that covers what it is about to buy. */
export type HeldLicense = Pick<LicenseGrantedData, 'license_id' | 'end_date'>;

/** The license types that already cover a type: a perpetual license covers all of them. */
export const coveredBy = (type: LicenseType): readonly LicenseType[] =>
  type === 'perpetual' ? [type] : ['perpetual', type];

/** The license that is in force, one without an end if possible; null for none. `now` is an ISO 8601 instant. */
export const inForce = <Held extends Ending>(held: readonly Held[], now: string): Held | null =>
  held.find((license) => endOf(license) === null) ??
  held.find((license) => !hasEnded(endOf(license), Date.parse(now))) ??
  null;

/**
 * A line's current status and its price in dollars, null if it can't be bought. It uses the rules by which an order prices
 * its lines, so that a price that passes here is the price that is charged.
 */
export const checkLine = (
  { id, licenseType, price }: CheckedLine,
  facts: ItemFacts | undefined,
  licensed: HeldLicense | null,
) => {
  // Stryker disable next-line StringLiteral: only a refusal's code is used, not its message with the title
  const priced = priceLine({ content_id: id, title: '', license_type: licenseType, quantity: 1 }, facts);
  if (isFailure(priced)) {
    const status = priced.failure === notOffered().failure ? ('not_offered' as const) : ('gone' as const);
    return { id, licenseType, status, price: null, licensed };
  }
  const cents = priced.unit_price_cents;
  const status = centsOf(price) === cents ? ('ok' as const) : ('price_changed' as const);
  return { id, licenseType, status, price: dollarsOf(cents), licensed };
};
