import { isFailure } from '../kernel/failure.ts';
import type { LicenseType } from '../license-types.ts';
import type { LicenseGrantedData } from '../licensing/license.ts';
import { endOf, hasEnded } from '../licensing/term.ts';
import type { Ending } from '../licensing/term.ts';
import { centsOf, dollarsOf } from '../money.ts';
import { priceLine } from './order-line.ts';
import { notOffered } from './order-failures.ts';
import type { ItemFacts } from './order-line.ts';

/** One line of a cart, or of an order. `price` is the one that the browser shows, in dollars. */
interface CheckedLine {
  readonly id: string;
  readonly licenseType: string;
  readonly price: number;
}

/** A license that the brand holds and that gives the right it is about to buy. */
export type HeldLicense = Pick<LicenseGrantedData, 'license_id' | 'end_date'>;

/** The types whose holder already has what a type would give: a perpetual license covers all of them. */
export const coveredBy = (type: LicenseType): readonly LicenseType[] =>
  type === 'perpetual' ? [type] : ['perpetual', type];

/** Of the licenses for a right, the one that is in force; `now` is an ISO 8601 instant, as all of a license's. */
export const inForce = <Held extends Ending>(held: readonly Held[], now: string): Held | null =>
  held.find((license) => endOf(license) === null) ??
  held.find((license) => !hasEnded(endOf(license), Date.parse(now))) ??
  null;

/**
 * What holds now of a line, with its price in dollars: null for what can't be bought. Held to the rules by which an order
 * prices its lines, so that what passes here is what is charged.
 */
export const checkLine = (
  { id, licenseType, price }: CheckedLine,
  facts: ItemFacts | undefined,
  licensed: HeldLicense | null,
) => {
  // Stryker disable next-line StringLiteral: of a refusal its code alone is told, not the words that hold the title
  const priced = priceLine({ content_id: id, title: '', license_type: licenseType, quantity: 1 }, facts);
  if (isFailure(priced)) {
    const status = priced.failure === notOffered().failure ? ('not_offered' as const) : ('gone' as const);
    return { id, licenseType, status, price: null, licensed };
  }
  const cents = priced.unit_price_cents;
  const status = centsOf(price) === cents ? ('ok' as const) : ('price_changed' as const);
  return { id, licenseType, status, price: dollarsOf(cents), licensed };
};
