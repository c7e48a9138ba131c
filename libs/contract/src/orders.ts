import { IsInt, IsOptional, Min } from 'class-validator';
import { mediaTypes } from '@tessera/domain/content/content';
import type { MediaType } from '@tessera/domain/content/content';
import { licenseTypes } from '@tessera/domain/license-types';
import type { LicenseType } from '@tessera/domain/license-types';
import { successorKinds } from '@tessera/domain/licensing/basis';
import type { SuccessorKind } from '@tessera/domain/licensing/basis';
import type { OrderBasis as Basis } from '@tessera/domain/ordering/order-line';
import { Positioned } from './kernel/answers.ts';
import { Amount, Flag, Instant, Json, Nullable, OneOf, Row, Rows, Text, Texts, Integer } from './kernel/fields.ts';
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

/** One line of a cart to be ordered. Only the id, license type and quantity count; the server uses its own price. */
export class CheckoutLine {
  @Text('The item’s id.')
  readonly id!: string;

  @IsOptional()
  @Text()
  readonly title?: string;

  @IsOptional()
  @Amount('The price that the browser shows, in dollars; it has no effect.')
  readonly price?: number;

  @Text()
  readonly licenseType!: string;

  @Integer()
  readonly quantity!: number;

  @IsOptional()
  @Json('What the browser stores with the line; it has no effect.')
  readonly properties?: unknown;
}

/** Places an order for a cart. With the same `Idempotency-Key` header, a repeated call returns the same order. */
export class CartCheckoutRequest {
  @OneOf(['cart-checkout'])
  readonly action!: 'cart-checkout';

  @Rows(() => CheckoutLine)
  readonly cartItems!: readonly CheckoutLine[];
}

const deploymentActions = ['status-check', 'deploy'] as const;

export class DeploymentRequest {
  @OneOf(deploymentActions)
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
  readonly placing: number = 1;
}
