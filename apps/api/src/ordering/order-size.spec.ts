import { readFile } from 'node:fs/promises';
import { CommandBus } from '@nestjs/cqrs';
import { licenseTypes } from '@tessera/domain/license-types';
import { order } from '@tessera/domain/ordering/order';
import type { OrderCommand } from '@tessera/domain/ordering/order';
import { linesMax } from '@tessera/domain/ordering/order-failures';
import type { ItemFacts } from '@tessera/domain/ordering/order-line';
import { termsInForce, termsVersions } from '@tessera/domain/licensing/agreements/terms';
import { checkout, get, licenses, pay, refusalOf } from '../../../../test/support/worlds/client.ts';
import { openShop } from '../../../../test/support/worlds/shop.ts';
import type { Shop } from '../../../../test/support/worlds/shop.ts';
import { startWholeApp } from '../../../../test/support/worlds/whole-app.ts';
import type { WholeApp } from '../../../../test/support/worlds/whole-app.ts';
import { Dispatch } from '../kernel/commands/dispatch.ts';
import { bytesOf, standardAppendMaxBytes } from '../kernel/log/append-size.ts';
import { EventStore } from '../kernel/log/port.ts';

let whole: WholeApp;

/** Each character takes three bytes in UTF-8. */
const longest = (characters: number) => '写'.repeat(characters);
const textMax = 200;
const descriptionMax = 2_000;

/** Pays the largest order that the forms allow. Returns the size of its last append in bytes. */
const bytesOfLargestOrder = async ({ app }: WholeApp) => {
  const ids = Array.from({ length: linesMax }, () => crypto.randomUUID());
  const [order_id, brand_id, creator_id] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
  const item = { title: longest(textMax), description: longest(descriptionMax), media_type: 'image' } as const;
  const prices = Object.fromEntries(licenseTypes.map((type) => [type, 1_000_000_00]));
  const factsOf = (content_id: string): ItemFacts => ({
    item: { ...item, content_id, media_url: `/media/${content_id}.jpeg` },
    creator_id,
    hasCreator: true,
    referrer_id: crypto.randomUUID(),
    offers: prices as ItemFacts['offers'],
  });
  const facts = new Map(ids.map((id) => [id, factsOf(id)]));
  const lines = ids.map((content_id) => ({ content_id, title: '', license_type: 'one_time', quantity: 1 }));
  const at = new Date().toISOString();
  const metadata = { actor: brand_id, correlation: order_id, causation: null };
  const run = (command: OrderCommand) => app.get(CommandBus).execute(new Dispatch(order, order_id, command, metadata));
  await run({ kind: 'place', order_id, brand_id, brand_name: longest(textMax), lines, facts, at });
  const terms_version = termsInForce().id;
  const payment = { items: facts, license: null };
  await run({ kind: 'start-payment', brand_id, gateway: 'sandbox', terms_version, placing: 1, facts: payment, at });
  const creatorNames = new Map([[creator_id, longest(textMax)]]);
  const reference = 'x'.repeat(255);
  const capture = { attempt: 1, gateway: 'sandbox', reference, terms: termsVersions, paidAt: at, creatorNames };
  await run({ kind: 'capture-payment', ...capture, goneReferrers: new Set(), isBrandGone: false, licenseIds: ids });
  const stored = await app.get<EventStore>(EventStore).readStream(`order-${order_id}`, 2);
  expect(stored).toHaveLength(2 * linesMax + 1);
  return bytesOf(stored);
};

describe('[PROD-03] the size of an order', () => {
  afterEach(() => whole.close());

  it('of 100 items with the longest names fits into one append', async () => {
    whole = await startWholeApp();
    const bytes = await bytesOfLargestOrder(whole);
    expect(bytes).toBeGreaterThan(1024 * 1024);
    expect(bytes).toBeLessThan(standardAppendMaxBytes / 2);
  }, 60_000);

  it('is checked before money is requested: nothing is charged for an order that is too large', async () => {
    whole = await startWholeApp({ APPEND_MAX_BYTES: '65536' });
    const shop: Shop = await openShop(whole);
    const { token } = shop.brand;
    const many = await checkout(
      whole.url,
      token,
      Array.from({ length: 60 }, () => ({ id: shop.itemId })),
    );
    const head = await whole.head();
    expect(await refusalOf(pay(whole.url, token, many.order_id))).toMatchObject({
      status: 422,
      code: 'order_too_large',
      message:
        'This order is too large to be recorded as one purchase. Nothing was charged. Please split it into smaller orders.',
    });
    expect(await whole.head()).toBe(head);
    expect(await get(`${whole.url}/api/orders/${many.order_id}`, { token })).toMatchObject({ status: 'placed' });
    const few = await checkout(whole.url, token, [{ id: shop.itemId }]);
    await pay(whole.url, token, few.order_id);
    expect((await licenses(whole.url, token)).items).toHaveLength(1);
  }, 60_000);
});

it('[PROD-03] the compose file lets EventStoreDB accept the product’s largest append', async () => {
  const compose = await readFile(new URL('../../../../docker-compose.yml', import.meta.url), 'utf8');
  expect(compose).toContain(`EVENTSTORE_MAX_APPEND_SIZE: ${standardAppendMaxBytes}\n`);
});
