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

  @Integer('Cents.')
  readonly unit_price_cents!: number;

  @Integer('Cents.')
  readonly total_cents!: number;

  @Nullable()
  @Row(() => OrderBasis, 'Null for what comes out of a cart.')
  readonly basis!: OrderBasis | null;
}

const orderStatuses = ['placed', 'paying', 'paid'] as const;
const paymentStandings = ['open', 'pending'] as const;

export class Order extends Positioned {
  @Text()
  readonly id!: string;

  @OneOf(orderStatuses)
  readonly status!: (typeof orderStatuses)[number];

  @Integer('Counts from 1, as an order may be placed anew at another price: who pays says which placing was shown.')
  readonly placing!: number;

  @Row(() => Money)
  readonly total!: Money;

  @Nullable()
  @Instant('A payment that starts later costs what the items cost then; null where that is so already.')
  readonly prices_kept_until!: string | null;

  @Rows(() => OrderLine)
  readonly lines!: readonly OrderLine[];

  @Nullable()
  @OneOf(
    paymentStandings,
    'Of a payment under way: its page waits to be paid, or the bank has it; null also where nobody can say.',
  )
  readonly payment!: (typeof paymentStandings)[number] | null;

  @Nullable()
  @Text('Why the last payment failed.')
  readonly last_failure!: string | null;

  @Texts('Of the licenses that a paid order granted.')
  readonly license_ids!: readonly string[];
}

/** Where an order is paid. */
export class Checkout extends Positioned {
  @Text()
  readonly order_id!: string;

  @Text('A path of this origin, or the https address of the gateway’s page.')
  readonly checkoutUrl!: string;
}

/** What became of a payment by card. */
export class Paid extends Positioned {
  @OneOf(['paid'])
  readonly status!: 'paid';

  @Texts()
  readonly license_ids!: readonly string[];
}

export class PaymentUnderWay {
  @OneOf(['paying'], 'The bank has not answered: the order tells later.')
  readonly status!: 'paying';
}

/** One line of a cart to be ordered. Of what it says of an item only these count; its price is the server’s own. */
export class CheckoutLine {
  @Text('Of the item.')
  readonly id!: string;

  @IsOptional()
  @Text()
  readonly title?: string;

  @IsOptional()
  @Amount('What the browser shows, in dollars: it decides nothing.')
  readonly price?: number;

  @Text()
  readonly licenseType!: string;

  @Integer()
  readonly quantity!: number;

  @IsOptional()
  @Json('What the browser keeps with the line: it decides nothing.')
  readonly properties?: unknown;
}

/** Places the order of a cart. The header `Idempotency-Key` makes a repeated call the same order. */
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

/** Whether the checkout works with the gateway that is configured now. */
export class Deployment {
  @Flag()
  readonly deployed!: boolean;

  @Text()
  readonly version!: string;

  @Text()
  readonly checkoutHost!: string;
}

/** A message of the gateway's own, believed by its signature alone. */
export class GatewayMessage {
  @Text('Of the message.')
  readonly id!: string;
}

export class GatewayMessageReceived {
  @Flag()
  readonly received!: boolean;
}

const placingMessage = { message: 'placing must be a whole number of at least 1, as stated by the order.' };

/** A renewal, an upgrade, and an order whose prices have run out may be placed more than once. */
export class PlacingQuery {
  @IsOptional()
  @IsInt(placingMessage)
  @Min(1, placingMessage)
  readonly placing: number = 1;
}
