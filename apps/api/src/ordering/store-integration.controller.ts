import { Controller, Headers, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import {
  CartCheckoutRequest,
  Checkout,
  Deployment as DeploymentAnswer,
  DeploymentRequest,
  titleMaxCharacters,
} from '@tessera/contract/orders';
import type { CheckoutLine } from '@tessera/contract/orders';
import { invalidInput, notFound, wrongRole } from '@tessera/domain/failures';
import type { EventMetadata } from '@tessera/domain/kernel/event';
import { cut } from '@tessera/domain/kernel/text';
import { order } from '@tessera/domain/ordering/order';
import type { RequestedLine } from '@tessera/domain/ordering/order-line';
import { Clock } from '../kernel/clock.ts';
import { Answers, TakesHeader } from '../http/description/answers.ts';
import { EitherForm } from '../http/input/either-form.ts';
import { Refuses } from '../http/description/refusals.ts';
import { CurrentUser, Metadata } from '../http/request.ts';
import type { AppRequest, SignedIn } from '../http/request.ts';
import { OnlyFor } from '../http/role.guard.ts';
import { Writes } from '../http/limits/write-limits.ts';
import { Dispatch } from '../kernel/commands/dispatch.ts';
import { Refused } from '../kernel/refused.ts';
import { Deployment } from './deployment.ts';
import { paymentRefusals } from './payment/charge.effect.ts';
import { HostedPaymentEffect } from './payment/hosted-payment.effect.ts';
import { orderMetadata } from './order-metadata.ts';
import { orderIdOfCheckout } from './order-ids.ts';
import { PlaceOrderFacts } from './place-order.facts.ts';

const keyPattern = /^[\w-]{8,100}$/;

/** Reads only these fields of a cart item: price, creator and media come from the server's own records. */
const lineOf = ({ id, title, licenseType, quantity }: CheckoutLine): RequestedLine => ({
  content_id: id,
  title: typeof title === 'string' ? cut(title, titleMaxCharacters) : id,
  license_type: licenseType,
  quantity,
});

const isCheckout = ({ body }: AppRequest) =>
  (body as { readonly action?: unknown } | undefined)?.action === 'cart-checkout';

const requireRole = (role: SignedIn['role'], user: SignedIn) => {
  if (user.role !== role) throw new Refused(wrongRole());
};

@ApiTags('ordering')
@Controller('functions/v1/store-integration')
@Writes('orders')
export class StoreIntegrationController {
  constructor(
    private readonly commands: CommandBus,
    private readonly facts: PlaceOrderFacts,
    private readonly deployment: Deployment,
    private readonly hosted: HostedPaymentEffect,
    private readonly clock: Clock,
  ) {}

  @Post()
  @TakesHeader(
    'Idempotency-Key',
    'For `cart-checkout`: repeated with the same key, it is the same order. Without one, each call places an order of its ' +
      'own. An order costs nothing until it is paid, and is paid once.',
    { type: 'string', pattern: keyPattern.source },
    false,
  )
  @Refuses(
    'not_found',
    'empty_cart',
    'cart_too_large',
    'idempotency_key_reused',
    'deployment_failed',
    ...paymentRefusals,
  )
  @Answers('Places an order for a cart, or tells the admin whether the checkout works.', {
    201: [Checkout, DeploymentAnswer],
  })
  @OnlyFor('brand', 'admin')
  async run(
    @EitherForm([CartCheckoutRequest, DeploymentRequest], (request) => (isCheckout(request) ? 0 : 1))
    form: CartCheckoutRequest | DeploymentRequest,
    @Headers('idempotency-key') key: unknown,
    @CurrentUser() user: SignedIn,
    @Metadata() metadata: EventMetadata,
  ) {
    if (form instanceof CartCheckoutRequest) {
      requireRole('brand', user);
      const orderId = orderIdOfCheckout(user.id, this.keyOf(key));
      return this.checkout(form.cartItems.map(lineOf), orderId, user.id, metadata);
    }
    requireRole('admin', user);
    return form.action === 'deploy' ? this.deployment.deploy(metadata) : this.deployment.status();
  }

  /** The caller's key, or a new one, so that another call is another order. */
  private keyOf(header: unknown): string {
    if (header === undefined) return this.clock.newId();
    if (typeof header === 'string' && keyPattern.test(header)) return header;
    const message = 'The Idempotency-Key header must be 8 to 100 letters, digits, dashes or underscores.';
    throw new Refused(invalidInput({ message }));
  }

  private async checkout(lines: readonly RequestedLine[], order_id: string, brand_id: string, metadata: EventMetadata) {
    const brand_name = await this.facts.brandName(brand_id);
    if (brand_name === null) throw new Refused(notFound());
    const facts = await this.facts.items(lines);
    const placed = await this.commands.execute(
      new Dispatch(
        order,
        order_id,
        { kind: 'place', order_id, brand_id, brand_name, lines, facts, at: this.clock.now().toISOString() },
        orderMetadata(metadata, order_id),
      ),
    );
    return { order_id, ...(await this.hosted.openCheckout(placed, metadata)) };
  }
}
