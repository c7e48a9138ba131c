import { isFailure } from '../kernel/failure.ts';
import type { Failure } from '../kernel/failure.ts';
import { isLicenseType, licenseTypeLabels } from '../license-types.ts';
import type { LicenseType, Offers } from '../license-types.ts';
import type { LicenseBasis } from '../licensing/basis.ts';
import type { LicensedItem } from '../licensing/license.ts';
import type { Cents } from '../money.ts';
import { priceMinCents } from '../money.ts';
import { creatorMissing, notForSale, notOffered } from './order-failures.ts';

/** What the browser asks for. The server doesn't take the price, title or creator from it. */
export interface RequestedLine {
  readonly content_id: string;
  readonly title: string;
  readonly license_type: string;
  readonly quantity: number;
}

/** What the server knows about an item. */
export interface ItemFacts {
  readonly item: LicensedItem;
  readonly creator_id: string;
  /** False if the creator's account was deleted. */
  readonly hasCreator: boolean;
  readonly referrer_id: string | null;
  readonly offers: Offers;
}

/** The license that is renewed or upgraded, and when it ends: ISO 8601. */
export interface OrderBasis extends LicenseBasis {
  readonly end_date: string;
}

export interface OrderLine {
  readonly item: LicensedItem;
  readonly creator_id: string;
  readonly referrer_id: string | null;
  readonly license_type: LicenseType;
  readonly quantity: number;
  readonly unit_price_cents: Cents;
  /** Null for a line from a cart. */
  readonly basis: OrderBasis | null;
}

/** The facts of an item if it is for sale, or why it isn't. Refusals name the item as the brand saw it. */
export const itemForSale = ({ title }: Pick<LicensedItem, 'title'>, facts: ItemFacts | undefined) => {
  if (!facts) return notForSale({ message: `“${title}” is not for sale.` });
  if (!facts.hasCreator) return creatorMissing({ message: `The creator of “${facts.item.title}” has left Tessera.` });
  return facts;
};

/** A cart line at its current price. */
export const priceLine = (line: RequestedLine, facts: ItemFacts | undefined): OrderLine | Failure => {
  const found = itemForSale(line, facts);
  if (isFailure(found)) return found;
  const { item, creator_id, referrer_id, offers } = found;
  const refused = (label: string) => notOffered({ message: `${label} is not offered for “${item.title}”.` });
  const type = line.license_type;
  if (!isLicenseType(type)) return refused('This license type');
  const price = offers[type] ?? 0;
  if (price < priceMinCents) return refused(licenseTypeLabels[type]);
  return {
    item,
    creator_id,
    referrer_id,
    license_type: type,
    quantity: line.quantity,
    unit_price_cents: price,
    basis: null,
  };
};

export const lineTotal = (line: Pick<OrderLine, 'unit_price_cents' | 'quantity'>): Cents =>
  line.unit_price_cents * line.quantity;
