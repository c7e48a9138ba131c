import { Body, Controller, HttpCode, Inject, Post, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import { invalidInput } from '@tessera/domain/failures';
import { isLicenseType } from '@tessera/domain/license-types';
import { rightOf } from '@tessera/domain/licensing/licenses.view';
import type { License } from '@tessera/domain/licensing/licenses.view';
import { checkLine, coveredBy, inForce } from '@tessera/domain/ordering/cart-check';
import type { CheckedLine, HeldLicense, LineCheck } from '@tessera/domain/ordering/cart-check';
import { cartTooLarge, linesMax } from '@tessera/domain/ordering/order';
import type { Clock } from '../adapters/clock.ts';
import { CurrentUser } from '../http/request.ts';
import type { SignedIn } from '../http/request.ts';
import { RoleGuard } from '../http/role.guard.ts';
import type { ReadStore } from '../kernel/read-store/port.ts';
import { Refused } from '../kernel/refused.ts';
import { clockToken, readStoreToken } from '../kernel/tokens.ts';
import { PlaceOrderFacts } from './place-order.facts.ts';

const itemFields = ['id', 'licenseType', 'price'];
/** Of one right: whoever holds so many licences for it is told of the latest ones. */
const heldMax = 20;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const malformed = (message: string) => new Refused(invalidInput({ message }));

const lineOf = (item: unknown): CheckedLine => {
  if (!isRecord(item)) throw malformed('Each cart item takes an object.');
  const unknown = Object.keys(item).find((field) => !itemFields.includes(field));
  if (unknown !== undefined) throw malformed(`Unknown field: ${unknown.slice(0, 40)}`);
  const { id, licenseType, price } = item;
  if (typeof id !== 'string' || typeof licenseType !== 'string' || typeof price !== 'number') {
    throw malformed('Each cart item takes an id, a licenseType and a price.');
  }
  return { id, licenseType, price };
};

const linesOf = (body: unknown): readonly CheckedLine[] => {
  if (!isRecord(body) || !Array.isArray(body['cartItems'])) throw malformed('cartItems takes a list.');
  const unknown = Object.keys(body).find((field) => field !== 'cartItems');
  if (unknown !== undefined) throw malformed(`Unknown field: ${unknown.slice(0, 40)}`);
  if (body['cartItems'].length > linesMax) throw new Refused(cartTooLarge());
  return body['cartItems'].map(lineOf);
};

/** What holds now of the lines that a brand's browser keeps. It changes nothing. */
@ApiTags('ordering')
@ApiBearerAuth()
@Controller('api/cart')
@UseGuards(RoleGuard('brand'))
export class CartController {
  constructor(
    private readonly facts: PlaceOrderFacts,
    @Inject(readStoreToken) private readonly views: ReadStore,
    @Inject(clockToken) private readonly clock: Clock,
  ) {}

  @Post('check')
  @HttpCode(200)
  async check(@Body() body: unknown, @CurrentUser() user: SignedIn): Promise<{ items: readonly LineCheck[] }> {
    const lines = linesOf(body);
    const facts = await this.facts.items(
      lines.map(({ id, licenseType }) => ({ content_id: id, title: '', license_type: licenseType, quantity: 1 })),
    );
    const checked = lines.map(async (line) => checkLine(line, facts.get(line.id), await this.held(user.id, line)));
    return { items: await Promise.all(checked) };
  }

  private async held(brandId: string, { id, licenseType }: CheckedLine): Promise<HeldLicense | null> {
    if (!isLicenseType(licenseType)) return null;
    const pages = await Promise.all(
      coveredBy(licenseType).map((type) =>
        this.views.find<License>('licenses', {
          where: { right: rightOf(brandId, id, type) },
          sort: { field: 'created_at', descending: true },
          limit: heldMax,
        }),
      ),
    );
    const found = pages.flatMap(({ items }) => items.map(({ document }) => document));
    const license = inForce(found, this.clock.now().toISOString());
    return license && { license_id: license.license_id, end_date: license.end_date };
  }
}
