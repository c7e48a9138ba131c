import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CartCheck, CartCheckRequest, HeldItems, HeldQuery } from '@tessera/contract/cart';
import type { CartLine, HeldItem } from '@tessera/contract/cart';
import { isLicenseType, licenseTypes } from '@tessera/domain/license-types';
import type { LicenseType } from '@tessera/domain/license-types';
import { rightOf } from '@tessera/domain/licensing/licenses.view';
import type { License } from '@tessera/domain/licensing/licenses.view';
import { checkLine, coveredBy, inForce } from '@tessera/domain/ordering/cart-check';
import type { HeldLicense } from '@tessera/domain/ordering/cart-check';
import { cartTooLarge, linesMax } from '@tessera/domain/ordering/order-failures';
import { Clock } from '../../kernel/clock.ts';
import { FormPipe } from '../../http/input/form.pipe.ts';
import { QueryParams } from '../../http/input/query-params.ts';
import { Answers } from '../../http/description/answers.ts';
import { Refuses } from '../../http/description/refusals.ts';
import { CurrentUser } from '../../http/request.ts';
import type { SignedIn } from '../../http/request.ts';
import { OnlyFor } from '../../http/role.guard.ts';
import { ReadStore } from '../../kernel/views/port.ts';
import { Refused } from '../../kernel/refused.ts';
import { PlaceOrderFacts } from '../place-order.facts.ts';

/** How many of a brand's licenses for the same right are looked at, latest first. */
const heldMax = 20;
const broadestFirst = licenseTypes.toReversed();

/** Checks the cart that a brand's browser keeps. It changes nothing. */
@ApiTags('ordering')
@Controller('api/cart')
@OnlyFor('brand')
export class CartController {
  constructor(
    private readonly facts: PlaceOrderFacts,
    private readonly views: ReadStore,
    private readonly clock: Clock,
  ) {}

  @Post('check')
  @Refuses('cart_too_large')
  @Answers(
    'Checks each line of a cart: its price, whether it is still for sale, and whether the brand already holds it.',
    {
      200: CartCheck,
    },
  )
  async check(
    @Body(new FormPipe(CartCheckRequest)) { cartItems: lines }: CartCheckRequest,
    @CurrentUser() user: SignedIn,
  ) {
    if (lines.length > linesMax) throw new Refused(cartTooLarge());
    const facts = await this.facts.items(lines.map(({ id }) => ({ content_id: id })));
    const checked = lines.map(async (line) => checkLine(line, facts.get(line.id), await this.held(user.id, line)));
    return { items: await Promise.all(checked) };
  }

  @Get('held')
  @Answers('Says for which of the named items the brand holds a license that is in force.', { 200: HeldItems })
  async heldOf(@QueryParams(HeldQuery) { content }: HeldQuery, @CurrentUser() user: SignedIn) {
    const held = [...new Set(content.split(','))].map(async (content_id): Promise<HeldItem[]> => {
      const license = await this.licenseInForce(user.id, content_id, broadestFirst);
      if (!license) return [];
      const { license_id, license_type, end_date } = license;
      return [{ content_id, license_id, license_type, end_date }];
    });
    return { items: (await Promise.all(held)).flat() };
  }

  private async held(brandId: string, { id, licenseType }: CartLine): Promise<HeldLicense | null> {
    if (!isLicenseType(licenseType)) return null;
    const license = await this.licenseInForce(brandId, id, coveredBy(licenseType));
    return license && { license_id: license.license_id, end_date: license.end_date };
  }

  private async licenseInForce(
    brandId: string,
    contentId: string,
    types: readonly LicenseType[],
  ): Promise<License | null> {
    const pages = await Promise.all(
      types.map((type) =>
        this.views.find<License>('licenses', {
          where: { right: rightOf(brandId, contentId, type) },
          sort: { field: 'created_at', descending: true },
          limit: heldMax,
        }),
      ),
    );
    const found = pages.flatMap(({ items }) => items.map(({ document }) => document));
    return inForce(found, this.clock.now().toISOString());
  }
}
