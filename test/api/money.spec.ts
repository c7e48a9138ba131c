import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { licenseTypes } from '@tessera/domain/license-types';
import type { LicenseType } from '@tessera/domain/license-types';
import { addToCart, cartTotal, setQuantity } from '@tessera/domain/ordering/cart';
import type { Cart } from '@tessera/domain/ordering/cart';
import fc from 'fast-check';
import { extractText, getDocumentProxy } from 'unpdf';
import { checkout, get, pay, post, signInAdmin } from '../support/worlds/client.ts';
import type { Account, Checkout } from '../support/worlds/client.ts';
import { startMailServer } from '../support/servers/mail-server.ts';
import type { MailServer } from '../support/servers/mail-server.ts';
import {
  brandNames,
  itemsPerSeller,
  marketRows,
  openPricedShop,
  reprice,
  sellerCount,
} from '../support/worlds/priced-shop.ts';
import type { MarketRow, PricedShop } from '../support/worlds/priced-shop.ts';
import { startProduct } from '../support/worlds/product.ts';
import type { Product } from '../support/worlds/product.ts';
import { howMany, seedOf } from '../support/sample.ts';
import { until } from '../support/until.ts';

/** A failure reports it with the number of the cart. */
const seed = seedOf('carts');
const cartCount = howMany({ usual: 20, full: 500 });
/** Prices change between rounds. */
const roundCount = 5;
/** So many of the first carts with a six-month license are renewed, and then each renewal is upgraded to perpetual. */
const renewedCount = howMany({ usual: 3, full: 12 });
const purchaseCount = cartCount + 2 * renewedCount;
const allOfThem = `all ${cartCount} and for ${renewedCount} renewals and ${renewedCount} upgrades`;
/** Generous, because a busy machine is slow, not wrong: an email waits for agreements that are printed one by one, with pauses. */
const patienceMs = 900_000;
const buyers = 6;
const readers = 4;

const price = fc.oneof(
  fc.integer({ min: 100, max: 9_999 }),
  // 5% of these prices ends in half a cent.
  fc.integer({ min: 5, max: 49_999 }).map((number) => number * 20 + 10),
  fc.integer({ min: 10_000, max: 100_000_000 }),
);
const offered = fc.option(price, { freq: 6 });
const prices = fc.tuple(offered, offered, offered).filter((three) => three.some((one) => one !== null));
const itemCount = sellerCount * itemsPerSeller;
const line = fc.record({
  item: fc.nat(itemCount - 1),
  type: fc.nat(licenseTypes.length - 1),
  quantity: fc.oneof(fc.constant(1), fc.integer({ min: 2, max: 5 }), fc.integer({ min: 6, max: 100 })),
});
const lines = fc.oneof(
  { weight: 12, arbitrary: fc.array(line, { minLength: 1, maxLength: 1 }) },
  { weight: 3, arbitrary: fc.array(line, { minLength: 2, maxLength: 2 }) },
  { weight: 1, arbitrary: fc.array(line, { minLength: 3, maxLength: 5 }) },
);
const trades = fc.record({
  rounds: fc.array(fc.array(prices, { minLength: itemCount, maxLength: itemCount }), {
    minLength: roundCount,
    maxLength: roundCount,
  }),
  carts: fc.array(lines, { minLength: cartCount, maxLength: cartCount }),
  /** The prices at the time of renewals and upgrades, when every license type is offered. */
  pricesAfter: fc.array(fc.tuple(price, price, price), { minLength: itemCount, maxLength: itemCount }),
});
/** Filtered, because sometimes fewer than three of twenty carts begin with a license that can be renewed. */
const tradesWithRenewals = trades.filter(({ rounds, carts }) => {
  const renewable = carts.filter(([first], number) => {
    const offers = rounds[Math.floor((number * roundCount) / cartCount)]![first!.item]!;
    const types = licenseTypes.filter((_type, index) => offers[index] !== null);
    return types[first!.type % types.length] === 'six_month';
  });
  return renewable.length >= renewedCount;
});
const [trade] = fc.sample(tradesWithRenewals, { seed, numRuns: 1 });
type Wish = (typeof trade & object)['carts'][number][number];

/** Everything below does its own arithmetic, so that the domain's doesn't decide what is right. */
const centsOf = (dollars: number) => Number(dollars.toFixed(2).replace('.', ''));
const usd = (cents: number) => {
  const dollars = String(Math.floor(cents / 100)).replace(/\B(?=(\d{3})+$)/g, ',');
  return `$${dollars}.${String(cents % 100).padStart(2, '0')}`;
};
const percentOf = (cents: number, percent: number) => Math.floor((cents * percent + 50) / 100);
/** The minimum price of an upgrade, however much was paid before. */
const priceMinCents = 100;
const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
const typeNames: Readonly<Record<LicenseType, string>> = {
  one_time: 'One-Time Use',
  six_month: '6-Month License',
  perpetual: 'Perpetual License',
};

/** A line as its buyer saw it. */
interface SeenLine {
  readonly itemId: string;
  readonly title: string;
  readonly seller: number;
  readonly type: LicenseType;
  readonly quantity: number;
  readonly unitCents: number;
  readonly cents: number;
}

interface Purchase {
  readonly number: number;
  readonly brand: Account;
  readonly lines: readonly SeenLine[];
  readonly shownTotalCents: number;
  readonly orderId: string;
  readonly licenseIds: readonly string[];
  /** Names the license that it continues, as the agreement does next to the type; empty for a cart. */
  readonly basis: string;
}

interface OrderAnswer {
  readonly total: { readonly amount_cents: number };
  readonly lines: readonly { readonly unit_price_cents: number; readonly total_cents: number }[];
}

interface LicenseAnswer {
  readonly id: string;
  readonly order_id: string;
  readonly price: number;
  readonly price_money: { readonly amount_cents: number; readonly currency: string };
  readonly quantity: number;
  readonly license_type: string;
}

interface Posted {
  readonly license_id: string;
  readonly order_id: string;
  readonly postings: readonly { readonly account: string; readonly amount_cents: number }[];
}

/** Works on several items at a time; results keep the order of the items. */
const mapConcurrently = async <Item, Result>(
  atOnce: number,
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
) => {
  const results: Result[] = [];
  const queue = items.entries();
  const take = async () => {
    for (const [index, item] of queue) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, take));
  return results;
};

const wordsOf = async (pdf: ArrayBuffer) =>
  (await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true })).text.replace(/\s+/g, ' ');

const shownPrice = (row: MarketRow, type: LicenseType) => row[`${type}_price`];
const offeredTypes = (row: MarketRow) => licenseTypes.filter((type) => row[`offer_${type}`]);

const cartOf = (wishes: readonly Wish[], rows: readonly MarketRow[]): Cart =>
  wishes.reduce<Cart>((cart, { item, type, quantity }) => {
    const row = rows[item]!;
    const types = offeredTypes(row);
    const licenseType = types[type % types.length]!;
    const added = addToCart(cart, {
      id: row.id,
      title: row.title,
      price: shownPrice(row, licenseType),
      licenseType,
      creatorId: row.creator_id,
      mediaUrl: row.media_url,
      mediaType: 'image',
      description: row.description,
    });
    return setQuantity(added, { id: row.id, licenseType }, quantity);
  }, []);

describe(`money, over ${cartCount} generated carts (seed ${seed})`, () => {
  let mails: MailServer;
  let product: Product;
  let url: string;
  let shop: PricedShop;
  let purchases: readonly Purchase[] = [];
  let position = 0;
  const licenses = new Map<string, LicenseAnswer>();

  const buy = async (number: number, wishes: readonly Wish[], rows: readonly MarketRow[]): Promise<Purchase> => {
    const brand = shop.brands[number % shop.brands.length]!;
    const { token } = brand;
    const cart = cartOf(wishes, rows);
    const cartItems = cart.map(({ id, licenseType, price: shown }) => ({ id, licenseType, price: shown }));
    const checked = await post<{ items: readonly { status: string }[] }>(
      `${url}/api/cart/check`,
      { cartItems },
      { token },
    );
    expect({ seed, number, checked: checked.items.map(({ status }) => status) }).toEqual({
      seed,
      number,
      checked: cart.map(() => 'ok'),
    });
    const { order_id: orderId } = await checkout(url, token, cart);
    const paid = await pay(url, token, orderId);
    position = Math.max(position, paid.position);
    const seen = cart.map(({ id, title, licenseType, quantity, price: shown }): SeenLine => {
      const { seller } = shop.items.find((item) => item.id === id)!;
      const unitCents = centsOf(shown);
      return { itemId: id, title, seller, type: licenseType, quantity, unitCents, cents: unitCents * quantity };
    });
    const shownTotalCents = cartTotal(cart);
    return { number, brand, lines: seen, shownTotalCents, orderId, licenseIds: paid.license_ids, basis: '' };
  };

  /** Renews or upgrades a license of the first line at the marketplace's current price. */
  const extend = async (
    number: number,
    way: 'renew' | 'upgrade',
    { brand, lines: [before], licenseIds: [licenseId] }: Purchase,
    row: MarketRow,
  ): Promise<Purchase> => {
    const { token } = brand;
    const type = way === 'renew' ? 'six_month' : 'perpetual';
    const unitCents =
      way === 'renew'
        ? centsOf(row.six_month_price)
        : Math.max(priceMinCents, centsOf(row.perpetual_price) - before!.unitCents);
    const offers = await get<Record<'renewal' | 'upgrade', { price_cents: number }>>(
      `${url}/api/licenses/${licenseId}/successors`,
      { token },
    );
    const { order_id: orderId } = await post<Checkout>(`${url}/api/licenses/${licenseId}/${way}`, undefined, { token });
    const paid = await pay(url, token, orderId);
    position = Math.max(position, paid.position);
    await get(`${url}/api/licenses?limit=1&after=${paid.position}`, { token });
    return {
      number,
      brand,
      lines: [{ ...before!, type, unitCents, cents: unitCents * before!.quantity }],
      shownTotalCents: offers[way === 'renew' ? 'renewal' : 'upgrade'].price_cents,
      orderId,
      licenseIds: paid.license_ids,
      basis: ` ${way === 'renew' ? 'Renews' : 'Upgrades'} License ${licenseId}`,
    };
  };

  const extendSome = async (bought: readonly Purchase[]) => {
    const rowsById = await marketRows(url, await reprice(url, shop, trade!.pricesAfter));
    const some = bought.filter(({ lines: [first] }) => first!.type === 'six_month').slice(0, renewedCount);
    const made = await mapConcurrently(buyers, some, async (purchase) => {
      const row = rowsById.get(purchase.lines[0]!.itemId)!;
      const place = cartCount + 2 * some.indexOf(purchase);
      const renewal = await extend(place, 'renew', purchase, row);
      return [renewal, await extend(place + 1, 'upgrade', renewal, row)];
    });
    return made.flat();
  };

  const buyCarts = async () => {
    const made: Purchase[] = [];
    const perRound = cartCount / roundCount;
    for (const [round, roundPrices] of trade!.rounds.entries()) {
      const rowsById = await marketRows(url, await reprice(url, shop, roundPrices));
      const rows = shop.items.map(({ id }) => rowsById.get(id)!);
      const roundCarts = trade!.carts.slice(round * perRound, (round + 1) * perRound);
      const numbered = roundCarts.map((wish, index) => ({ wish, number: round * perRound + index }));
      made.push(...(await mapConcurrently(buyers, numbered, ({ wish, number }) => buy(number, wish, rows))));
    }
    return made;
  };

  const readLicenses = async ({ token }: Account) => {
    let cursor: string | null = '';
    while (cursor !== null) {
      const query = `limit=500&after=${position}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
      const page: { items: readonly LicenseAnswer[]; next_cursor: string | null } = await get(
        `${url}/api/licenses?${query}`,
        { token },
      );
      for (const license of page.items) licenses.set(license.id, license);
      cursor = page.next_cursor;
    }
  };

  beforeAll(async () => {
    mails = await startMailServer();
    product = await startProduct({ env: { MAIL_URL: mails.url } });
    ({ url } = product);
    shop = await openPricedShop(url);
    const bought = await buyCarts();
    purchases = [...bought, ...(await extendSome(bought))];
    for (const brand of shop.brands) await readLicenses(brand);
  }, patienceMs);
  afterAll(async () => {
    await product.stop();
    await mails.close();
    product.forget();
  });

  /** Compares the facts found for each purchase with what its buyer saw; a failure shows seed and cart. */
  const expectFacts = async <Facts>(
    some: readonly Purchase[],
    find: (purchase: Purchase) => Promise<Facts> | Facts,
    expected: (purchase: Purchase) => Facts,
  ) => {
    await mapConcurrently(readers, some, async (purchase) => {
      const cart = { seed, cart: purchase.number };
      expect({ ...cart, facts: await find(purchase) }).toEqual({ ...cart, facts: expected(purchase) });
    });
  };

  it(`the total that a cart shows for the marketplace’s prices is what the order asks and what the gateway charged, for ${allOfThem}`, async () => {
    expect(purchases).toHaveLength(purchaseCount);
    const gateway = new DatabaseSync(join(product.dataDir, 'sandbox-gateway.db'), { readOnly: true });
    const charges = gateway.prepare(
      "SELECT amount_cents FROM charges WHERE key LIKE ? || ':%' AND status = 'approved'",
    );
    await expectFacts(
      purchases,
      async ({ orderId, brand, shownTotalCents }) => {
        const order = await get<OrderAnswer>(`${url}/api/orders/${orderId}`, { token: brand.token });
        return {
          shown: shownTotalCents,
          asked: order.total.amount_cents,
          lines: order.lines.map(({ unit_price_cents, total_cents }) => [unit_price_cents, total_cents]),
          taken: charges.all(orderId).map(({ amount_cents }) => amount_cents),
        };
      },
      ({ lines: seen }) => {
        const total = sumOf(seen.map(({ cents }) => cents));
        return {
          shown: total,
          asked: total,
          lines: seen.map(({ unitCents, cents }) => [unitCents, cents]),
          taken: [total],
        };
      },
    );
    gateway.close();
  });

  it(
    `each license and its agreement’s text have the price that was shown, for ${allOfThem}`,
    async () => {
      await expectFacts(
        purchases,
        ({ licenseIds, brand }) =>
          Promise.all(
            licenseIds.map(async (id) => {
              const { agreement_text } = await get<{ agreement_text: string }>(`${url}/api/licenses/${id}/agreement`, {
                token: brand.token,
              });
              const { order_id, price: dollars, price_money, quantity, license_type } = licenses.get(id)!;
              const words = agreement_text.split('\n').filter((paragraph) => paragraph.startsWith('License price'));
              return { order_id, dollars, price_money, quantity, license_type, words };
            }),
          ),
        ({ lines: seen, orderId }) =>
          seen.map(({ cents, quantity, type }) => ({
            order_id: orderId,
            dollars: cents / 100,
            price_money: { amount_cents: cents, currency: 'USD' },
            quantity,
            license_type: type,
            words: [`License price: ${usd(cents)} USD${quantity > 1 ? ` for ${quantity} licenses of this kind` : ''}.`],
          })),
      );
      expect(licenses.size).toBe(sumOf(purchases.map(({ lines: seen }) => seen.length)));
    },
    patienceMs,
  );

  it(
    `the ledger has the commission, the creator’s net and the referrer’s reward of every license, and sums to zero, for ${allOfThem}`,
    async () => {
      const token = await signInAdmin(url, product.adminPassword());
      const positions = async () => {
        const found: number[] = [];
        for (let cursor: string | null = ''; cursor !== null;) {
          const query = `type=EarningPosted&limit=500${cursor && `&cursor=${cursor}`}`;
          const page: { items: readonly { position: number }[]; next_cursor: string | null } = await get(
            `${url}/api/admin/events?${query}`,
            { token },
          );
          found.push(...page.items.map((event) => event.position));
          cursor = page.next_cursor;
        }
        return found;
      };
      const all = await until('every license is posted', async () => {
        const found = await positions();
        return found.length >= licenses.size && found;
      });
      const posted = await mapConcurrently(readers, all, async (at) => {
        const { data } = await get<{ data: Posted }>(`${url}/api/admin/events/${at}`, { token });
        return data;
      });
      expect(posted).toHaveLength(licenses.size);
      const byLicense = new Map(posted.map((entry) => [entry.license_id, entry]));
      await expectFacts(
        purchases,
        ({ licenseIds }) => licenseIds.map((id) => byLicense.get(id)?.postings),
        ({ lines: seen }) =>
          seen.map(({ cents, seller }) => {
            const { account, referrer } = shop.sellers[seller]!;
            const commission = percentOf(cents, 20);
            const reward = referrer === null ? 0 : percentOf(cents, 5);
            const referrerId = referrer === null ? null : shop.sellers[referrer]!.account.id;
            return [
              { account: 'cash:sandbox', amount_cents: cents },
              { account: `creator:${account.id}:pending`, amount_cents: commission - cents },
              ...(referrerId ? [{ account: `creator:${referrerId}:pending`, amount_cents: -reward }] : []),
              { account: 'platform', amount_cents: reward - commission },
            ];
          }),
      );
      const amounts = posted.flatMap(({ postings }) => postings.map(({ amount_cents }) => amount_cents));
      expect(sumOf(amounts)).toBe(0);
      expect(sumOf(amounts.filter((amount) => amount > 0))).toBe(
        sumOf(purchases.map(({ shownTotalCents }) => shownTotalCents)),
      );
    },
    patienceMs,
  );

  it(`[PAY-04] the dashboards and balances of creators and referrers, and the dashboards of brands, add up to the same amounts, for ${allOfThem}`, async () => {
    const sold = purchases.flatMap(({ lines: seen }) => seen);
    for (const [number, { account }] of shop.sellers.entries()) {
      const own = sold.filter(({ seller }) => seller === number).map(({ cents }) => cents);
      const rewards = sold
        .filter(({ seller }) => shop.sellers[seller]!.referrer === number)
        .map(({ cents }) => percentOf(cents, 5));
      const gross = sumOf(own);
      const net = sumOf(own.map((cents) => cents - percentOf(cents, 20)));
      const { value } = await get<{ value: unknown }>(`${url}/api/dashboards/creator?after=${position}`, {
        token: account.token,
      });
      expect({ seed, number, value }).toMatchObject({
        seed,
        number,
        value: {
          total_licenses: own.length,
          gross_cents: gross,
          net_cents: net,
          reward_cents: sumOf(rewards),
        },
      });
      // Earnings are posted a moment after the sale.
      const balance = await until('the balance includes every sale', async () => {
        const found = await get<Record<string, unknown>>(`${url}/api/earnings/balance`, { token: account.token });
        return found['earned_cents'] === net + sumOf(rewards) && found;
      });
      expect(balance).toMatchObject({ pending_cents: net + sumOf(rewards), available_cents: 0, held_cents: 0 });
    }
    for (const { id, token } of shop.brands) {
      const own = purchases.filter(({ brand }) => brand.id === id);
      const { value } = await get<{ value: unknown }>(`${url}/api/dashboards/brand?after=${position}`, { token });
      expect(value).toMatchObject({ total_spent_cents: sumOf(own.map(({ shownTotalCents }) => shownTotalCents)) });
    }
  });

  const mailOf = ({ orderId, brand }: Purchase) => mails.to(brand.email).find(({ text }) => text?.includes(orderId));
  /** Waits for new emails until one belongs to this purchase. */
  const receiptOf = async (purchase: Purchase) => {
    const { email } = purchase.brand;
    while (!mailOf(purchase)) await mails.mailTo(email, mails.to(email).length + 1);
    return mailOf(purchase)!;
  };

  const receiptLines = ({ lines: seen }: Purchase) => [
    ...seen.map(
      ({ title, type, quantity, cents }) =>
        `“${title}” — ${typeNames[type]}${quantity > 1 ? ` × ${quantity}` : ''}: ${usd(cents)}`,
    ),
    `Total paid: ${usd(sumOf(seen.map(({ cents }) => cents)))} USD`,
  ];
  const agreementFacts = ({ lines: seen, licenseIds, orderId, brand, basis }: Purchase) =>
    seen.map(({ title, seller, type, quantity, cents }, index) => [
      `Creator ${shop.sellers[seller]!.account.name} Brand ${brandNames[shop.brands.indexOf(brand)]} Content ${title} Medium Photograph`,
      `License type ${typeNames[type]}${basis} Quantity ${quantity} Price ${usd(cents)} USD Start date`,
      `by payment of order ${orderId}`,
      `License ${licenseIds[index]}`,
      `License price: ${usd(cents)} USD${quantity > 1 ? ` for ${quantity} licenses of this kind` : ''}.`,
    ]);

  it(
    `the receipt has the same amounts in its subject, lines and total, and attaches every agreement as a PDF with every fact of its license, for ${allOfThem}`,
    async () => {
      // These are read while the product prints the next ones.
      await expectFacts(
        purchases,
        async (purchase) => {
          const { subject, text = '', attachments } = await receiptOf(purchase);
          const said = text.split('\n');
          const first = said.findIndex((one) => one.startsWith('“'));
          const facts = agreementFacts(purchase);
          const agreements = attachments.map(async ({ filename, mimeType, content }, index) => {
            const words = await wordsOf(content as ArrayBuffer);
            return { filename, mimeType, facts: facts[index]?.map((fact) => (words.includes(fact) ? fact : words)) };
          });
          return {
            subject,
            lines: said.slice(first, first + purchase.lines.length + 1),
            agreements: await Promise.all(agreements),
          };
        },
        (purchase) => ({
          subject: `Your Tessera receipt: ${usd(sumOf(purchase.lines.map(({ cents }) => cents)))}`,
          lines: receiptLines(purchase),
          agreements: agreementFacts(purchase).map((facts, index) => ({
            filename: `agreement-${purchase.licenseIds[index]}.pdf`,
            mimeType: 'application/pdf',
            facts,
          })),
        }),
      );
    },
    patienceMs,
  );
});
