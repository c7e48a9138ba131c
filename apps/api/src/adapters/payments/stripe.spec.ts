import { needs } from '../../../../../test/support/servers/needs.ts';
import { startStripeMock, stripeMockMissing } from '../../../../../test/support/servers/stripe-mock.ts';
import { systemClock } from '../../kernel/clock.ts';
import { OutcomeUnknown } from './port.ts';
import { StripeGateway } from './stripe.ts';

needs('mock server of Stripe', stripeMockMissing)('the Stripe gateway against Stripe’s own mock server', () => {
  let mock: Awaited<ReturnType<typeof startStripeMock>>;
  let gateway: StripeGateway;

  const open = (secretKey = 'sk_test_123') =>
    new StripeGateway(
      { engine: 'stripe', secretKey, webhookSecret: 'whsec_of_the_mock', apiHost: mock.url },
      systemClock,
    );
  const payment = {
    key: 'an-order:1',
    amountCents: 2_500_000,
    lines: Array.from({ length: 100 }, (_, line) => ({
      title: `${line} ${'Harbour at dawn '.repeat(20)}`,
      unitCents: 25_000,
      quantity: 1,
    })),
    pageUrl: 'https://tessera.example/brand/checkout?order=an-order',
  };

  beforeAll(async () => {
    mock = await startStripeMock();
    gateway = open();
  });
  afterAll(async () => {
    gateway.close();
    await mock.stop();
  });

  it('sends only requests that Stripe’s API description allows', async () => {
    await gateway.check();
    // The mock returns fixed examples. It declines an unknown parameter with a detail.
    expect(await gateway.begin(payment, false)).not.toHaveProperty('detail');
    expect(await gateway.begin(payment, true)).not.toHaveProperty('detail');
    const settled: unknown = await gateway.settle(payment).catch((error: unknown) => error);
    expect(settled).not.toHaveProperty('detail');
    const ofPage: unknown = await gateway.settle(payment, 'cs_test_1').catch((error: unknown) => error);
    for (const outcome of [settled, ofPage])
      if (outcome instanceof Error) expect(outcome.message).toContain('still pending');
  });

  it('[PAY-22] makes and reads refunds as Stripe’s API description has them', async () => {
    const refund = { key: 'a-license:1', reference: 'pi_1', amountCents: 2_500 };
    expect(await gateway.refund(refund)).toEqual({ status: 'refunded', reference: expect.stringMatching(/^re_/) });
    expect(await gateway.refundsOf('pi_1')).toEqual([
      {
        id: expect.stringMatching(/^re_/),
        key: null,
        amountCents: expect.any(Number),
        status: 'refunded',
        reason: null,
      },
    ]);
    const refused = await gateway.refund({ ...refund, amountCents: 0.5 });
    expect(refused).toEqual({ status: 'failed', reason: expect.stringContaining('StripeInvalidRequestError') });
  });

  it('[PAY-23] [PAY-33] reads disputes and the balance as Stripe’s API description has them', async () => {
    const since = new Date('2026-11-01T00:00:00.000Z');
    const dispute = {
      id: expect.stringMatching(/^d[pu]_/),
      payment: expect.any(String),
      amountCents: expect.any(Number),
      standing: expect.stringMatching(/^(warning|open|won|lost)$/),
      reason: expect.any(String),
      openedAt: expect.stringMatching(/^\d{4}-/),
      evidenceDueAt: expect.stringMatching(/^\d{4}-/),
    };
    expect(await gateway.dispute('du_1')).toEqual(dispute);
    for await (const listed of gateway.disputes(since)) expect(listed).toEqual(dispute);
    // The mock’s only example is a platform fee, which belongs to no payment.
    const transactions: unknown[] = [];
    for await (const one of gateway.transactions(since, new Date('2026-12-01T00:00:00.000Z'))) transactions.push(one);
    expect(transactions).toEqual([]);
  });

  it('declines what Stripe rejects, with a detail for the operator only', async () => {
    const [line] = payment.lines;
    const wrong = { ...payment, lines: [{ ...line!, unitCents: 0.5 }] };
    expect(await gateway.begin(wrong, false)).toEqual({
      status: 'declined',
      reason: 'The payment page could not be opened',
      detail: expect.stringContaining('StripeInvalidRequestError'),
    });
  });

  it('reports an unknown outcome when Stripe rejects the API key, without quoting it', async () => {
    const stranger = open('not-a-key');
    const refused: unknown = await stranger.begin(payment, false).catch((error: unknown) => error);
    stranger.close();
    expect(refused).toBeInstanceOf(OutcomeUnknown);
    expect(String(refused)).toContain('StripeAuthenticationError');
    expect(String(refused)).not.toContain('not-a-key');
  });
});
