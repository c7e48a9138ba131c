import { isFailure } from '../kernel/failure.ts';
import type { LicenseType } from '../license-types.ts';
import type { LicenseGrantedData } from '../licensing/license.ts';
import { hasEnded } from '../licensing/term.ts';
import { centsOf, dollarsOf } from '../money.ts';
import { priceLine } from './order-line.ts';
import { notOffered } from './order-failures.ts';
import type { ItemFacts } from './order-line.ts';

/** What a browser asks of one line of its cart, or of an order. `price` is the one it shows, in dollars. */
export interface CheckedLine {
  readonly id: string;
  readonly licenseType: string;
  readonly price: number;
}

/** A license that the brand holds and that gives the right it is about to buy. */
export type HeldLicense = Pick<LicenseGrantedData, 'license_id' | 'end_date'>;

/** Of an item that a brand looks at, the license in force that gives it the most. */
export interface HeldItem extends HeldLicense {
  readonly content_id: string;
  readonly license_type: LicenseType;
}

export interface LineCheck {
  readonly id: string;
  readonly licenseType: string;
  readonly status: 'ok' | 'price_changed' | 'not_offered' | 'gone';
  /** Dollars that hold now; null for what can't be bought. */
  readonly price: number | null;
  readonly licensed: HeldLicense | null;
}

/** The types whose holder already has what a type would give: a perpetual license covers all of them. */
export const coveredBy = (type: LicenseType): readonly LicenseType[] =>
  type === 'perpetual' ? [type] : ['perpetual', type];

/** Of the licenses for a right, the one that is in force; `now` is an ISO 8601 instant, as all of a license's. */
export const inForce = <Held extends HeldLicense>(held: readonly Held[], now: string): Held | null =>
  held.find(({ end_date }) => end_date === null) ??
  held.find(({ end_date }) => !hasEnded(end_date, Date.parse(now))) ??
  null;

/** Held to the rules by which an order prices its lines, so that what passes here is what is charged. */
export const checkLine = (
  { id, licenseType, price }: CheckedLine,
  facts: ItemFacts | undefined,
  licensed: HeldLicense | null,
): LineCheck => {
  // Stryker disable next-line StringLiteral: of a refusal its code alone is told, not the words that hold the title
  const priced = priceLine({ content_id: id, title: '', license_type: licenseType, quantity: 1 }, facts);
  if (isFailure(priced)) {
    const status = priced.failure === notOffered().failure ? 'not_offered' : 'gone';
    return { id, licenseType, status, price: null, licensed };
  }
  const cents = priced.unit_price_cents;
  const status = centsOf(price) === cents ? 'ok' : 'price_changed';
  return { id, licenseType, status, price: dollarsOf(cents), licensed };
};
