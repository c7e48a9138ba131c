import { IsInt, IsNumber, IsOptional, Max, Min } from 'class-validator';
import { mediaTypes } from '@tessera/domain/content/content-events';
import type { MediaType } from '@tessera/domain/content/content-events';
import { licenseTypes } from '@tessera/domain/license-types';
import type { LicenseType } from '@tessera/domain/license-types';
import { successorKinds } from '@tessera/domain/licensing/basis';
import type { SuccessorKind } from '@tessera/domain/licensing/basis';
import type { OrderBasis as Basis } from '@tessera/domain/ordering/order-line';
import { dollarsOf, priceMaxCents } from '@tessera/domain/money';
import { linesMax, quantityMax } from '@tessera/domain/ordering/order-failures';
import { cartItemMessages, itemIdMaxCharacters } from './cart.ts';
import { Positioned, pageOf } from './kernel/answers.ts';
import { Flag, Instant, Json, Nullable, OneOf, Row, Rows, Text, Texts, Integer, field } from './kernel/fields.ts';
import { Word } from './kernel/requests.ts';
import { Money } from './kernel/money.ts';

/** The license that a line renews or upgrades. */
export class OrderBasis implements Basis {
  @OneOf(successorKinds)
  readonly kind!: SuccessorKind;

  @Text()
  readonly license_id!: string;

  @Instant('When that license ends.')
  readonly end_date!: string;
}

export class OrderLine {
  @Text()
  readonly content_id!: string;

  @Text()
  readonly title!: string;

  @Text('The path of the public preview, below `/media/`.')
  readonly media_url!: string;

  @OneOf(mediaTypes)
  readonly media_type!: MediaType;

  @OneOf(licenseTypes)
  readonly license_type!: LicenseType;

  @Integer()
  readonly quantity!: number;

  @Integer('In cents.')
  readonly unit_price_cents!: number;

  @Integer('In cents.')
  readonly total_cents!: number;

  @Nullable()
  @Row(() => OrderBasis, 'Null for a line from a cart.')
  readonly basis!: OrderBasis | null;
}

const orderStatuses = ['placed', 'paying', 'paid'] as const;
const paymentStandings = ['open', 'pending'] as const;

export class Order extends Positioned {
  @Text()
  readonly id!: string;

  @OneOf(orderStatuses)
  readonly status!: (typeof orderStatuses)[number];

  @Integer(
    'Counts from 1: an order may be placed again at another price, and the payer confirms which placing was shown.',
  )
  readonly placing!: number;

  @Row(() => Money)
  readonly total!: Money;

  @Nullable()
  @Instant('A payment that starts later is charged the prices of that time; null if that is already the case.')
  readonly prices_kept_until!: string | null;

  @Rows(() => OrderLine)
  readonly lines!: readonly OrderLine[];

  @Nullable()
  @OneOf(
    paymentStandings,
    'The state of a payment under way: waiting for the payer, or at the bank. Null if there is none, or it is unknown.',
  )
  readonly payment!: (typeof paymentStandings)[number] | null;

  @Nullable()
  @Text('Why the last payment failed.')
  readonly last_failure!: string | null;

  @Texts('The licenses granted by a paid order.')
  readonly license_ids!: readonly string[];
}

/** A paid order in its brand's list. */
export class OrderRow {
  @Text()
  readonly id!: string;

  @Instant()
  readonly paid_at!: string;

  @Row(() => Money)
  readonly total!: Money;

  @Texts('The titles of its items when they were ordered.')
  readonly titles!: readonly string[];
}

export class OrderPage extends pageOf(() => OrderRow, 'The newest first.') {}

/** Where an order is paid. */
export class Checkout extends Positioned {
  @Text()
  readonly order_id!: string;

  @Text('A path of this origin, or the https address of the gateway’s page.')
  readonly checkoutUrl!: string;
}

/** The result of a card payment. */
export class Paid extends Positioned {
  @OneOf(['paid'])
  readonly status!: 'paid';

  @Texts()
  readonly license_ids!: readonly string[];
}

export class PaymentUnderWay {
  @OneOf(['paying'], 'The bank has not answered yet; the order will show the result.')
  readonly status!: 'paying';
}

const lineMessage = 'Each cart item needs an id, a licenseType and a quantity.';
export const titleMaxCharacters = 200;

/** One line of a cart to be ordered. Only the id, license type and quantity count; the server uses its own price. */
export class CheckoutLine {
  @Word(lineMessage, 'The item’s id.', itemIdMaxCharacters)
  readonly id!: string;

  @IsOptional()
  @Json('To name the item in a refusal.', { type: 'string', maxLength: titleMaxCharacters })
  readonly title?: unknown;

  @IsOptional()
  @Json('The price that the browser shows, in dollars; it has no effect.', {
    type: 'number',
    minimum: 0,
    maximum: dollarsOf(priceMaxCents),
  })
  readonly price?: unknown;

  @Word(lineMessage, undefined, itemIdMaxCharacters)
  readonly licenseType!: string;

  @Json(undefined, { type: 'integer', minimum: 1, maximum: quantityMax })
  @field(undefined, IsNumber({ allowInfinity: true }, { message: lineMessage }))
  readonly quantity!: number;

  @IsOptional()
  @Json('What the browser stores with the line; it has no effect.', { type: 'object' })
  readonly properties?: unknown;
}

/** Places an order for a cart. With the same `Idempotency-Key` header, a repeated call returns the same order. */
export class CartCheckoutRequest {
  @OneOf(['cart-checkout'])
  readonly action!: 'cart-checkout';

  @Json(undefined, { maxItems: linesMax })
  @Rows(() => CheckoutLine, undefined, cartItemMessages)
  readonly cartItems!: readonly CheckoutLine[];
}

const deploymentActions = ['status-check', 'deploy'] as const;

export class DeploymentRequest {
  @OneOf(
    deploymentActions,
    undefined,
    "This function accepts the actions 'cart-checkout', 'status-check' and 'deploy'.",
  )
  readonly action!: (typeof deploymentActions)[number];
}

/** Whether the checkout works with the currently configured gateway. */
export class Deployment {
  @Flag()
  readonly deployed!: boolean;

  @Text()
  readonly version!: string;

  @Text()
  readonly checkoutHost!: string;
}

/** A message from the gateway itself; only its signature proves where it comes from. */
export class GatewayMessage {
  @Text('The message’s id.')
  readonly id!: string;
}

export class GatewayMessageReceived {
  @Flag()
  readonly received!: boolean;
}

const placingMessage = { message: 'placing must be a whole number of at least 1, as stated by the order.' };

/** A renewal, an upgrade, or an order whose held prices have expired may be placed more than once. */
export class PlacingQuery {
  @IsOptional()
  @IsInt(placingMessage)
  @Min(1, placingMessage)
  @Max(Number.MAX_SAFE_INTEGER, placingMessage)
  readonly placing: number = 1;
}
