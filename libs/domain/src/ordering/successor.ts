import { isFailure } from '../kernel/failure.ts';
import type { Failure } from '../kernel/failure.ts';
import type { LicenseType } from '../license-types.ts';
import type { SuccessorKind } from '../licensing/basis.ts';
import type { LicenseGrantedData } from '../licensing/license.ts';
import type { Ending } from '../licensing/term.ts';
import { hasEnded } from '../licensing/term.ts';
import type { Cents } from '../money.ts';
import { priceMinCents } from '../money.ts';
import { notContinued, notRenewable, notUpgradable } from './order-failures.ts';
import { priceLine } from './order-line.ts';
import type { ItemFacts, OrderBasis, OrderLine } from './order-line.ts';

/** The fields of a license that decide about its successor: fixed when it was granted, except for a full refund. */
export type Predecessor = Ending &
  Pick<LicenseGrantedData, 'license_id' | 'brand_id' | 'item' | 'license_type' | 'quantity' | 'price_cents'>;

const typeOf: Readonly<Record<SuccessorKind, LicenseType>> = { renewal: 'six_month', upgrade: 'perpetual' };
const verbOf: Readonly<Record<SuccessorKind, string>> = { renewal: 'renewed', upgrade: 'upgraded' };

/** What it means for a license that its item is unavailable. */
export const consequenceFor = (kind: SuccessorKind) =>
  `This license can’t be ${verbOf[kind]} right now, but is otherwise unaffected.`;

/** The price paid per unit of a license: exact, because each unit costs a whole number of cents. */
export const paidPerUnit = ({ price_cents, quantity }: Pick<Predecessor, 'price_cents' | 'quantity'>): Cents =>
  price_cents / quantity;

/** An upgrade costs the current perpetual price less what was already paid, but at least the minimum price. */
const unitPriceOf = (kind: SuccessorKind, current: Cents, license: Predecessor): Cents =>
  kind === 'renewal' ? current : Math.max(current - paidPerUnit(license), priceMinCents);

/**
 * The only line of an order that renews a six-month license, before or after its end, or that upgrades one that hasn't
 * ended. `now` is in ms since 1970.
 */
export const successorLine = (
  kind: SuccessorKind,
  license: Predecessor,
  facts: ItemFacts | undefined,
  now: number,
): OrderLine | Failure => {
  const { license_id, item, license_type, quantity, end_date, refunded_at } = license;
  if (refunded_at !== null) return notContinued();
  if (license_type !== 'six_month' || end_date === null) return kind === 'renewal' ? notRenewable() : notUpgradable();
  if (kind === 'upgrade' && hasEnded(end_date, now)) return notUpgradable();
  const requested = { content_id: item.content_id, title: item.title, license_type: typeOf[kind], quantity };
  const line = priceLine(requested, facts);
  if (isFailure(line)) {
    return { ...line, message: `${line.message} ${consequenceFor(kind)}` };
  }
  const unit_price_cents = unitPriceOf(kind, line.unit_price_cents, license);
  return { ...line, unit_price_cents, basis: { kind, license_id, end_date } };
};

/** When a license paid for at this instant starts: a renewal when the old license ends, everything else immediately. */
export const startOf = (basis: OrderBasis | null, paidAt: string): string =>
  basis?.kind === 'renewal' && !hasEnded(basis.end_date, Date.parse(paidAt)) ? basis.end_date : paidAt;
