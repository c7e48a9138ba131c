import type { MarketplaceItem } from '@tessera/contract/content';
import { defaultPricesCents, licenseTypes } from '@tessera/domain/license-types';
import type { LicenseType } from '@tessera/domain/license-types';
import { centsOf } from '@tessera/domain/money';
import type { Cents } from '@tessera/domain/money';

/** An item of the marketplace: a row from the server, or a sample with one fee for all license types. */
export interface MarketItem extends Omit<MarketplaceItem, 'creator_name'> {
  /** Missing or null until it is known. */
  readonly creator_name?: string | null;
  /** Dollars. */
  readonly license_fee?: number;
  readonly license_type?: LicenseType;
  readonly sample?: true;
}

export interface Offer {
  readonly type: LicenseType;
  readonly cents: Cents;
}

const centsFor = (item: MarketItem, type: LicenseType): Cents => {
  const dollars = item[`${type}_price`] || item.license_fee;
  return dollars ? centsOf(dollars) : defaultPricesCents[type];
};

/** The offers to choose from: the offered license types, or all three if the item offers none. */
export const offersOf = (item: MarketItem): readonly [Offer, ...Offer[]] => {
  const offered = licenseTypes.filter((type) => item[`offer_${type}`]);
  const [first, ...others] = (offered.length > 0 ? offered : licenseTypes).map((type) => ({
    type,
    cents: centsFor(item, type),
  }));
  if (!first) throw new Error('There is no license type.');
  return [first, ...others];
};

/** The lowest price of an item, and whether other license types cost more. */
export const lowestOf = (item: MarketItem): { readonly cents: Cents; readonly isOneOfSeveral: boolean } => {
  const prices = offersOf(item).map(({ cents }) => cents);
  const cents = Math.min(...prices);
  return { cents, isOneOfSeveral: prices.some((price) => price > cents) };
};
