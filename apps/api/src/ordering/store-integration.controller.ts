import { Body, Controller, Headers, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import {
  CartCheckoutRequest,
  Checkout,
  Deployment as DeploymentAnswer,
  DeploymentRequest,
} from '@tessera/contract/orders';
import { notFound, wrongRole } from '@tessera/domain/failures';
import type { EventMetadata } from '@tessera/domain/kernel/event';
import { isFields } from '@tessera/domain/kernel/fields';
import { order } from '@tessera/domain/ordering/order';
import { linesMax } from '@tessera/domain/ordering/order-failures';
import type { RequestedLine } from '@tessera/domain/ordering/order-line';
import { Clock } from '../kernel/clock.ts';
import { Answers, Takes } from '../http/description/answers.ts';
import { CurrentUser, Metadata } from '../http/request.ts';
import type { SignedIn } from '../http/request.ts';
import { OnlyFor } from '../http/role.guard.ts';
import { Writes } from '../http/limits/write-limits.ts';
import { Dispatch } from '../kernel/commands/dispatch.ts';
import { Refused } from '../kernel/refused.ts';
import { readCartItem, readCartItems, refuseUnknownFields, malformed } from './cart/cart-items.ts';
import { Deployment } from './deployment.ts';
import { HostedPaymentEffect } from './payment/hosted-payment.effect.ts';
import { orderMetadata } from './order-metadata.ts';
import { orderIdOfCheckout } from './order-ids.ts';
import { PlaceOrderFacts } from './place-order.facts.ts';

const keyPattern = /^[\w-]{8,100}$/;

const itemFields = ['id', 'title', 'price', 'licenseType', 'quantity', 'properties'];

/** Reads only these fields of a cart item: price, creator and media come from the server's own records. */
const lineOf = (item: unknown): RequestedLine => {
  const { id, title, licenseType, quantity } = readCartItem(item, itemFields);
  if (typeof id !== 'string' || typeof licenseType !== 'string' || typeof quantity !== 'number') {
    throw malformed('Each cart item needs an id, a licenseType and a quantity.');
  }
  return {
    content_id: id,
    title: typeof title === 'string' ? title.slice(0, 200) : id,
    license_type: licenseType,
    quantity,
  };
};

const linesOf = (cartItems: unknown): readonly RequestedLine[] => {
  const items = readCartItems(cartItems);
  // One line too many is enough for the domain to refuse the order.
  return items.slice(0, linesMax + 1).map(lineOf);
};

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
  @Takes(CartCheckoutRequest, DeploymentRequest)
  @Answers('Places an order for a cart, or tells the admin whether the checkout works.', {
    201: [Checkout, DeploymentAnswer],
  })
  @OnlyFor('brand', 'admin')
  async run(
    @Body() body: unknown,
    @Headers('idempotency-key') key: unknown,
    @CurrentUser() user: SignedIn,
    @Metadata() metadata: EventMetadata,
  ) {
    if (!isFields(body)) throw malformed('Please send a JSON object.');
    const { action } = body;
    refuseUnknownFields(body, action === 'cart-checkout' ? ['action', 'cartItems'] : ['action']);
    switch (action) {
      case 'cart-checkout':
        requireRole('brand', user);
        return this.cartCheckout(body, key, user, metadata);
      case 'status-check':
        requireRole('admin', user);
        return this.deployment.status();
      case 'deploy':
        requireRole('admin', user);
        return this.deployment.deploy(metadata);
      default:
        throw malformed("This function accepts the actions 'cart-checkout', 'status-check' and 'deploy'.");
    }
  }

  private cartCheckout(body: Record<string, unknown>, key: unknown, user: SignedIn, metadata: EventMetadata) {
    if (typeof key !== 'string' || !keyPattern.test(key)) {
      throw malformed('The Idempotency-Key header must be 8 to 100 letters, digits, dashes or underscores.');
    }
    return this.checkout(linesOf(body['cartItems']), orderIdOfCheckout(user.id, key), user.id, metadata);
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
