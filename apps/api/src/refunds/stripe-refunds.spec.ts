import type { ViewList } from '@tessera/contract/admin';
import type { CommandBus } from '@nestjs/cqrs';
import type { LicenseRow } from '@tessera/contract/licenses';
import type { DisputePage, RefundMade, RefundPage, RefundStanding } from '@tessera/contract/money/refunds';
import { postEarning } from '@tessera/domain/earnings/post-earning.workflow';
import type { Posting } from '@tessera/domain/ledger';
import fc from 'fast-check';
import { checkout, get, post, refusalOf, signIn, signInAdmin } from '../../../../test/support/worlds/client.ts';
import { howMany } from '../../../../test/support/sample.ts';
import { deliverTo, eventOf, startStripeShop } from '../../../../test/support/worlds/stripe-shop.ts';
import type { StripeShop } from '../../../../test/support/worlds/stripe-shop.ts';
import { until } from '../../../../test/support/until.ts';
import { adminPassword } from '../../../../test/support/worlds/whole-app.ts';
import { Gateway, PaymentNotices } from '../adapters/payments/port.ts';
import type { PaymentGateway } from '../adapters/payments/port.ts';
import { Clock } from '../kernel/clock.ts';
import { DispatchHandler, Streams } from '../kernel/commands/dispatch.ts';
import { EventCodec } from '../kernel/log/codec.ts';
import { EventStore } from '../kernel/log/port.ts';
import { loggerToken } from '../kernel/tokens.ts';
import { ReadStore } from '../kernel/views/port.ts';
import { uncontended } from '../kernel/work/lease.ts';
import type { Work } from '../kernel/work/background-work.ts';
import { GatewayReports } from './gateway-reports.ts';
import { PollGateway } from './poll-gateway.effect.ts';

const runs = howMany({ usual: 6, full: 60 });

let shop: StripeShop;
let admin: string;
beforeAll(async () => {
  shop = await startStripeShop();
  admin = await signInAdmin(shop.url, adminPassword);
}, 60_000);
afterAll(() => shop.close());
afterEach(() => shop.stripe.setMode('up'));

interface Paid {
  readonly licenseIds: readonly string[];
  /** Stripe's id of the payment. */
  readonly payment: string;
}

const lines = [
  { licenseType: 'perpetual', price: 500 },
  { licenseType: 'six_month', price: 250 },
  { licenseType: 'one_time', price: 25 },
] as const;

/** Buys three licenses in one payment, of $775.00. */
const buy = async (): Promise<Paid> => {
  const { brand, itemId, stripe, url } = shop;
  const { order_id } = await checkout(
    url,
    brand.token,
    lines.map((line) => ({ id: itemId, ...line })),
  );
  const session = stripe.pay(shop.sessionOf(order_id).id);
  await deliverTo(url, eventOf('checkout.session.completed', session));
  const order = `${url}/api/orders/${order_id}?after=${await shop.whole.head()}`;
  const { license_ids: licenseIds } = await get<{ license_ids: string[] }>(order, { token: brand.token });
  const first = `${url}/api/licenses/${licenseIds[0]}?after=${await shop.whole.head()}`;
  await get(first, { token: brand.token });
  return { licenseIds, payment: session.payment_intent ?? '' };
};

const licenseOf = async (id: string | undefined, token = shop.brand.token) =>
  get<LicenseRow>(`${shop.url}/api/licenses/${id}?after=${await shop.whole.head()}`, { token });
const deliver = ({ type, object }: { readonly type: string; readonly object: unknown }) =>
  deliverTo(shop.url, eventOf(type, object));
const eventsOf = (stream: string) => shop.whole.app.get<EventStore>(EventStore).readStream(stream);

/** A refund made in Stripe’s dashboard, without a key of ours. */
const refundByHand = ({ payment }: Paid, amount: number) =>
  void shop.stripe.books.refund(new URLSearchParams({ payment_intent: payment, amount: String(amount) }));

type Step =
  | { readonly kind: 'refund'; readonly cents: number }
  | { readonly kind: 'open' }
  | { readonly kind: 'decide'; readonly standing: 'won' | 'lost' };

/** Makes each step happen at Stripe. Returns what Stripe reports about each. */
const bringAbout = async (paid: Paid, steps: readonly Step[], after: () => Promise<unknown>) => {
  const { books } = shop.stripe;
  const from = books.notices.length;
  let dispute = '';
  for (const step of steps) {
    if (step.kind === 'refund') refundByHand(paid, step.cents);
    else if (step.kind === 'open') dispute = books.openDispute(paid.payment).id;
    else books.changeDispute(dispute, step.standing);
    await after();
  }
  return books.notices.slice(from);
};

const untilPosted = async () => {
  const head = await shop.whole.head();
  await until('all that was recorded is posted', async () => {
    const { items } = await get<ViewList>(`${shop.url}/api/admin/views`, { token: admin });
    return items.some(({ view, position }) => view === postEarning.name && position >= head);
  });
};

/** The sum of postings for each line, by account, once everything recorded has been posted. */
const booksOf = async ({ licenseIds }: Paid) => {
  await untilPosted();
  return Promise.all(
    licenseIds.map(async (id) => {
      const sums: Record<string, number> = {};
      for (const { data } of await eventsOf(`earning-${id}`))
        for (const { account, amount_cents } of (data as { postings: readonly Posting[] }).postings)
          sums[account] = (sums[account] ?? 0) + amount_cents;
      return Object.fromEntries(Object.entries(sums).filter(([, cents]) => cents !== 0));
    }),
  );
};
describe('[PAY-23] what Stripe reports about refunds and disputes', () => {
  const histories: readonly (readonly Step[])[] = [
    [{ kind: 'refund', cents: 77_500 }],
    [{ kind: 'refund', cents: 60_001 }],
    [
      { kind: 'refund', cents: 333 },
      { kind: 'refund', cents: 55_555 },
    ],
    [{ kind: 'open' }, { kind: 'decide', standing: 'won' }],
    [{ kind: 'open' }, { kind: 'decide', standing: 'lost' }],
    [{ kind: 'refund', cents: 50_000 }, { kind: 'open' }],
    [{ kind: 'refund', cents: 12_345 }, { kind: 'open' }, { kind: 'decide', standing: 'lost' }],
    [
      { kind: 'refund', cents: 12_345 },
      { kind: 'open' },
      { kind: 'decide', standing: 'won' },
      { kind: 'refund', cents: 40_000 },
    ],
    [
      { kind: 'open' },
      { kind: 'decide', standing: 'won' },
      { kind: 'decide', standing: 'lost' },
      { kind: 'decide', standing: 'won' },
    ],
  ];

  it('gives the same ledger in any order and however often it arrives', async () => {
    const plan = fc.record({
      history: fc.constantFrom(...histories),
      copies: fc.integer({ min: 1, max: 3 }),
      shuffle: fc.infiniteStream(fc.nat()),
      atOnce: fc.integer({ min: 1, max: 5 }),
    });
    const asItHappens = new Map<readonly Step[], unknown>();
    await fc.assert(
      fc.asyncProperty(plan, async ({ history, copies, shuffle, atOnce }) => {
        if (!asItHappens.has(history)) {
          const paid = await buy();
          let told = shop.stripe.books.notices.length;
          await bringAbout(paid, history, async () => {
            for (const notice of shop.stripe.books.notices.slice(told)) await deliver(notice);
            told = shop.stripe.books.notices.length;
          });
          asItHappens.set(history, await booksOf(paid));
        }
        const paid = await buy();
        const notices = await bringAbout(paid, history, () => Promise.resolve());
        const shuffled = notices
          .flatMap((notice) => Array.from({ length: copies }, () => notice))
          .map((notice) => [shuffle.next().value, notice] as const)
          .sort(([one], [two]) => one - two);
        while (shuffled.length > 0) {
          const answers = await Promise.all(shuffled.splice(0, atOnce).map(([, notice]) => deliver(notice)));
          expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
        }
        const books = await booksOf(paid);
        expect(books).toEqual(asItHappens.get(history));
        for (const line of books) expect(Object.values(line).reduce((sum, cents) => sum + cents, 0)).toBe(0);
      }),
      { numRuns: runs },
    );
  }, 180_000);

  it('about a manual refund is spread over the licenses in order, and ends those that are fully refunded', async () => {
    const paid = await buy();
    const notices = await bringAbout(paid, [{ kind: 'refund', cents: 60_001 }], () => Promise.resolve());
    for (const notice of notices) await deliver(notice);
    const rows = await Promise.all(paid.licenseIds.map((id) => licenseOf(id)));
    expect(rows.map(({ status, refunded_money }) => [status, refunded_money.amount_cents])).toEqual([
      ['refunded', 50_000],
      ['active', 10_001],
      ['active', 0],
    ]);
  });

  it('is asked for after a while if a notice was lost', async () => {
    const [disputed, refunded] = [await buy(), await buy()];
    await bringAbout(disputed, [{ kind: 'open' }], () => Promise.resolve());
    await bringAbout(refunded, [{ kind: 'refund', cents: 77_500 }], () => Promise.resolve());
    const { app } = shop.whole;
    const works: Work[] = [];
    new PollGateway(
      { start: (work: Work) => void works.push(work) } as never,
      app.get(PaymentNotices),
      app.get(ReadStore),
      app.get(Clock),
      app.get(Gateway),
      app.get(loggerToken),
    ).onApplicationBootstrap();
    const { signal } = new AbortController();
    await uncontended.keep('asking', signal, async (tenure) => works[0]?.round(tenure, signal));
    expect(await licenseOf(disputed.licenseIds[0])).toMatchObject({ dispute: { standing: 'open' } });
    expect(await licenseOf(refunded.licenseIds[2])).toMatchObject({ status: 'refunded' });
  });

  it('about payments that aren’t this shop’s changes nothing', async () => {
    const events = shop.whole.app.get<EventStore>(EventStore);
    const recorded = async () =>
      (await events.readAll({ after: -1, limit: 100_000 })).filter(({ type }) => /Refund(?!Mail)|Dispute/.test(type))
        .length;
    // Earnings that earlier tests' refunds and disputes change are recorded a moment later.
    await untilPosted();
    const before = await recorded();
    const refund = { object: 'refund', id: 're_other', payment_intent: 'pi_other', charge: 'ch_other' };
    expect(await deliver({ type: 'refund.created', object: refund })).toMatchObject({ status: 200 });
    expect(await recorded()).toBe(before);
  });
});

/** What handles notices on another node: it shares nothing with this one but the stores and the gateway. */
const anotherNode = () => {
  const { app } = shop.whole;
  const streams = new Streams(app.get(EventStore), app.get(EventCodec));
  const commands = new DispatchHandler(streams) as unknown as CommandBus;
  return new GatewayReports(commands, streams, app.get(ReadStore), app.get(Gateway), app.get(loggerToken));
};

describe('[HOU-08] notices of one payment, handled by two nodes at once', () => {
  const refundedOf = async (paid: Paid) =>
    Promise.all(paid.licenseIds.map(async (id) => (await licenseOf(id)).refunded_money.amount_cents));

  it('about two refunds take no more of a license than its price, and about the same one, count it once', async () => {
    for (let round = 0; round < runs; round += 1) {
      const paid = await buy();
      refundByHand(paid, 50_000);
      refundByHand(paid, 20_000);
      const [first, second] = await shop.whole.app.get<PaymentGateway>(Gateway).refundsOf(paid.payment);
      await Promise.all([first, second, first].map((report) => anotherNode().refunded(paid.payment, [report!])));
      expect(await refundedOf(paid)).toEqual([50_000, 20_000, 0]);
    }
  });

  it('about a dispute open it once', async () => {
    const paid = await buy();
    await bringAbout(paid, [{ kind: 'refund', cents: 60_000 }, { kind: 'open' }], () => Promise.resolve());
    const { id } = shop.stripe.books.notices.at(-1)!.object as { id: string };
    const report = await shop.whole.app.get<PaymentGateway>(Gateway).dispute(id);
    await Promise.all([anotherNode(), anotherNode()].map((node) => node.disputed(report)));
    expect((await eventsOf(`dispute-${id}`)).map(({ type }) => type)).toEqual(['DisputeOpened']);
    expect(await refundedOf(paid)).toEqual([50_000, 10_000, 0]);
  });
});

describe('[PAY-22] a refund through Stripe', () => {
  const refund = (id: string | undefined, amount?: number) =>
    post<RefundMade>(`${shop.url}/api/admin/licenses/${id}/refunds`, { amount, reason: 'Twice.' }, { token: admin });

  it('whose answer was lost is recorded once when Stripe reports it', async () => {
    const paid = await buy();
    const [id] = paid.licenseIds;
    const from = shop.stripe.books.notices.length;
    shop.stripe.setMode('loses the answers of refunds');
    expect(await refund(id)).toMatchObject({ status: 'started' });
    shop.stripe.setMode('up');
    for (const notice of shop.stripe.books.notices.slice(from)) await deliver(notice);
    expect(await licenseOf(id)).toMatchObject({ status: 'refunded' });
    expect((await eventsOf(`refund-${id}`)).map(({ type }) => type)).toEqual(['RefundStarted', 'LicenseRefunded']);
    expect(await licenseOf(paid.licenseIds[1])).toMatchObject({ status: 'active' });
  });

  it('that the bank sends back fails, and says why; the license stays', async () => {
    const { licenseIds } = await buy();
    const [, id] = licenseIds;
    const { books } = shop.stripe;
    books.setNewRefundStatus('pending');
    expect(await refund(id, 100)).toMatchObject({ status: 'started' });
    books.setNewRefundStatus('succeeded');
    books.endRefund([...books.refunds.keys()].at(-1) ?? '', 'failed', 'expired_or_canceled_card');
    await deliver(books.notices.at(-1)!);
    expect(await licenseOf(id)).toMatchObject({ status: 'active', refunded_money: { amount_cents: 0 } });
    const failed = await get<{ items: unknown[] }>(`${shop.url}/api/admin/refunds?status=failed`, { token: admin });
    expect(failed.items).toMatchObject([
      { license_id: id, reason: expect.stringContaining('expired or was canceled') },
    ]);
  });
});

describe('[FIX-38] a refund that a bank returns after it had succeeded', () => {
  it('is shown to the operator until it is paid in another way, and the brand learns that it never got the money', async () => {
    const { licenseIds } = await buy();
    const [, id] = licenseIds;
    const { books } = shop.stripe;
    const { brand, url } = shop;
    const asAdmin = { token: admin };
    const standing = () => get<RefundStanding>(`${url}/api/licenses/${id}/refund`, { token: brand.token });
    const after = async () => `after=${await shop.whole.head()}`;
    const listed = async (status: string) =>
      (await get<RefundPage>(`${url}/api/admin/refunds?status=${status}&${await after()}`, asAdmin)).items;
    await post(`${url}/api/admin/licenses/${id}/refunds`, { reason: 'Twice.' }, asAdmin);
    expect(await standing()).toMatchObject({ refunded_money: { amount_cents: 25_000 } });
    books.endRefund([...books.refunds.keys()].at(-1) ?? '', 'failed', 'expired_or_canceled_card');
    // Stripe may tell more than once.
    for (const notice of [books.notices.at(-1)!, books.notices.at(-1)!]) await deliver(notice);
    const owed = { refunded_money: { amount_cents: 0 }, returned_money: { amount_cents: 25_000 } };
    expect(await standing()).toMatchObject(owed);
    expect(await listed('returned')).toMatchObject([
      {
        license_id: id,
        amount_money: { amount_cents: 25_000 },
        reason: expect.stringContaining('expired or was canceled'),
      },
    ]);
    expect(await get(`${url}/api/admin/tasks?${await after()}`, asAdmin)).toMatchObject({
      returned_refunds: { count: 1 },
    });
    await post(`${url}/api/admin/licenses/${id}/refunds/repaid`, { reason: 'Bank transfer, reference 4711' }, asAdmin);
    expect(await standing()).toMatchObject({
      refunded_money: { amount_cents: 25_000 },
      returned_money: { amount_cents: 0 },
    });
    expect(await listed('returned')).toEqual([]);
    const types = (await eventsOf(`refund-${id}`)).map(({ type }) => type);
    expect(types).toEqual(['RefundStarted', 'LicenseRefunded', 'RefundReturned', 'RefundRepaid']);
    const again = post(`${url}/api/admin/licenses/${id}/refunds/repaid`, { reason: 'Again.' }, asAdmin);
    expect(await refusalOf(again)).toMatchObject({ status: 409, code: 'nothing_returned' });
  });
});

describe('[PAY-24] a disputed license', () => {
  it('is shown to the brand, to the creator with the reserve, and to the operator; a warning only to the operator', async () => {
    const paid = await buy();
    const { books } = shop.stripe;
    const { id } = books.openDispute(paid.payment, 'warning_needs_response');
    await deliver(books.notices.at(-1)!);
    const disputes = async (standing: string) => {
      const path = `/api/admin/disputes?standing=${standing}&after=${await shop.whole.head()}`;
      const { items } = await get<DisputePage>(`${shop.url}${path}`, { token: admin });
      return items.filter(({ dispute_id }) => dispute_id === id);
    };
    expect(await disputes('warning')).toMatchObject([{ amount_money: { amount_cents: 77_500 }, reason: 'fraudulent' }]);
    expect(await licenseOf(paid.licenseIds[0])).toMatchObject({ dispute: null });

    books.changeDispute(id, 'needs_response');
    await deliver(books.notices.at(-1)!);
    await booksOf(paid);
    const [, six] = paid.licenseIds;
    const open = { standing: 'open', amount_money: { amount_cents: 25_000 }, decided_at: null };
    expect(await licenseOf(six)).toMatchObject({ dispute: { ...open, own_part_money: null }, status: 'active' });
    const creator = await signIn(shop.url, shop.creator);
    expect(await licenseOf(six, creator.token)).toMatchObject({
      dispute: { ...open, own_part_money: { amount_cents: 20_000 } },
    });
    expect(await disputes('open')).toMatchObject([
      {
        brand_name: 'Acme',
        evidence_due_at: expect.any(String),
        licenses: [{ amount_money: { amount_cents: 50_000 } }, {}, { amount_money: { amount_cents: 2_500 } }],
      },
    ]);
    books.changeDispute(id, 'won');
    await deliver(books.notices.at(-1)!);
    expect(await licenseOf(six)).toMatchObject({ dispute: { standing: 'won', decided_at: expect.any(String) } });
    expect(await disputes('won')).toHaveLength(1);
  });
});
