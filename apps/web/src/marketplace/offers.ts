import type { ContentRow } from '@tessera/contract/content';
import { defaultPricesCents, licenseTypes } from '@tessera/domain/license-types';
import type { LicenseType } from '@tessera/domain/license-types';
import { centsOf } from '@tessera/domain/money';
import type { Cents } from '@tessera/domain/money';

/** An item on the wall: a row of the server, or a sample with one fee for any use. */
export interface MarketItem extends ContentRow {
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

/** What can be chosen: the offered types, or all three where an item shows none. */
export const offersOf = (item: MarketItem): readonly [Offer, ...Offer[]] => {
  const offered = licenseTypes.filter((type) => item[`offer_${type}`]);
  const [first, ...others] = (offered.length > 0 ? offered : licenseTypes).map((type) => ({
    type,
    cents: centsFor(item, type),
  }));
  if (!first) throw new Error('There is no license type.');
  return [first, ...others];
};
