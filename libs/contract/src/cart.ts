import { ValidateBy } from 'class-validator';
import { licenseTypes } from '@tessera/domain/license-types';
import type { LicenseType } from '@tessera/domain/license-types';
import { Amount, Instant, Nullable, OneOf, Row, Rows, Text, field } from './kernel/fields.ts';

/** What a browser asks of one line of its cart. */
export class CartLine {
  @Text('Of the item.')
  readonly id!: string;

  @Text()
  readonly licenseType!: string;

  @Amount('The dollars that the browser shows.')
  readonly price!: number;
}

export class CartCheckRequest {
  @Rows(() => CartLine)
  readonly cartItems!: readonly CartLine[];
}

/** A license that the brand holds and that gives the right it is about to buy. */
export class HeldLicense {
  @Text()
  readonly license_id!: string;

  @Nullable()
  @Instant('Null for one without an end.')
  readonly end_date!: string | null;
}

const lineStatuses = ['ok', 'price_changed', 'not_offered', 'gone'] as const;

export class LineCheck {
  @Text('As it was asked, as the type.')
  readonly id!: string;

  @Text()
  readonly licenseType!: string;

  @OneOf(lineStatuses)
  readonly status!: (typeof lineStatuses)[number];

  @Nullable()
  @Amount('Dollars that hold now; null for what can’t be bought.')
  readonly price!: number | null;

  @Nullable()
  @Row(() => HeldLicense)
  readonly licensed!: HeldLicense | null;
}

export class CartCheck {
  @Rows(() => LineCheck, 'In the order in which they were asked.')
  readonly items!: readonly LineCheck[];
}

/** Of an item that a brand looks at, the license in force that gives it the most. */
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
const areIds = (value: unknown) => {
  const ids = typeof value === 'string' ? [...new Set(value.split(','))] : [];
  return ids.length > 0 && ids.length <= itemsMax && ids.every((id) => id !== '' && id.length <= idMaxCharacters);
};
const idsMessage = `content must be the ids of 1 to ${itemsMax} items, separated by commas.`;

export class HeldQuery {
  @field(
    `Item ids, separated by commas: at most ${itemsMax}.`,
    ValidateBy({ name: 'areIds', validator: { validate: areIds } }, { message: idsMessage }),
  )
  readonly content!: string;
}
