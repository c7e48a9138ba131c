import { licenseTypes } from '@tessera/domain/license-types';
import type { LicenseType } from '@tessera/domain/license-types';
import { rule } from '@tessera/domain/kernel/form-rule';
import { dollarsOf, priceMaxCents } from '@tessera/domain/money';
import { linesMax } from '@tessera/domain/ordering/order-failures';
import { Amount, Instant, Json, Nullable, OneOf, Row, Rows, Text, field } from './kernel/fields.ts';
import { Between, Word } from './kernel/requests.ts';

export const cartItemMessages = { list: 'cartItems must be a list.', row: 'Each cart item must be an object.' };
export const itemIdMaxCharacters = 100;
const lineMessage = 'Each cart item needs an id, a licenseType and a price.';

/** One line of the browser's cart, to be checked. */
export class CartLine {
  @Word(lineMessage, 'The item’s id.', itemIdMaxCharacters)
  readonly id!: string;

  @Word(lineMessage, undefined, itemIdMaxCharacters)
  readonly licenseType!: string;

  @Between(0, dollarsOf(priceMaxCents), lineMessage, 'The price that the browser shows, in dollars.')
  readonly price!: number;
}

export class CartCheckRequest {
  @Json(undefined, { maxItems: linesMax })
  @Rows(() => CartLine, undefined, cartItemMessages)
  readonly cartItems!: readonly CartLine[];
}

/** A license that the brand already holds and that covers what it is about to buy. */
export class HeldLicense {
  @Text()
  readonly license_id!: string;

  @Nullable()
  @Instant('Null if it has no end.')
  readonly end_date!: string | null;
}

const lineStatuses = ['ok', 'price_changed', 'not_offered', 'gone'] as const;

export class LineCheck {
  @Text('The id from the request, like the license type.')
  readonly id!: string;

  @Text()
  readonly licenseType!: string;

  @OneOf(lineStatuses)
  readonly status!: (typeof lineStatuses)[number];

  @Nullable()
  @Amount('The current price in dollars; null if it can’t be bought.')
  readonly price!: number | null;

  @Nullable()
  @Row(() => HeldLicense)
  readonly licensed!: HeldLicense | null;
}

export class CartCheck {
  @Rows(() => LineCheck, 'In the order of the request.')
  readonly items!: readonly LineCheck[];
}

/** The brand's most extensive license in force for an item. */
export class HeldItem extends HeldLicense {
  @Text()
  readonly content_id!: string;

  @OneOf(licenseTypes)
  readonly license_type!: LicenseType;
}

export class HeldItems {
  @Rows(() => HeldItem)
  readonly items!: readonly HeldItem[];
}

const itemsMax = 50;
const idMaxCharacters = 64;
const idsMaxCharacters = itemsMax * (idMaxCharacters + 1);
const areIds = (value: unknown) => {
  if (typeof value !== 'string' || value.length > idsMaxCharacters) return false;
  const ids = [...new Set(value.split(','))];
  return ids.length <= itemsMax && ids.every((id) => id !== '' && id.length <= idMaxCharacters);
};
const idsMessage = `content must be the ids of 1 to ${itemsMax} items, separated by commas.`;

export class HeldQuery {
  @field(
    `Item ids, separated by commas: at most ${itemsMax}.`,
    rule(areIds, { message: idsMessage }, { type: 'string', minLength: 1, maxLength: idsMaxCharacters }),
  )
  readonly content!: string;
}
