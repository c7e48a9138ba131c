import { Gateway, PaymentNotices } from '../../apps/api/src/adapters/payments/port.ts';
import type { CardGateway } from '../../apps/api/src/adapters/payments/port.ts';
import { startStripeShop } from '../support/worlds/stripe-shop.ts';
import { startWholeApp } from '../support/worlds/whole-app.ts';
import type { WholeApp } from '../support/worlds/whole-app.ts';

describe('the page of the sandbox gateway', () => {
  let whole: WholeApp;
  beforeAll(async () => {
    whole = await startWholeApp();
  });
  afterAll(() => whole.close());

  const page = async (path = '') => {
    const answer = await fetch(`${whole.url}/dev/sandbox${path}`);
    return { html: await answer.text(), headers: answer.headers };
  };
  const press = async (path: string) => {
    const answer = await fetch(`${whole.url}${path}`, { method: 'POST', redirect: 'manual' });
    return { status: answer.status, location: answer.headers.get('location') };
  };
  /** The addresses of the buttons with this label. */
  const buttonsOf = (html: string, words: string) =>
    [...html.matchAll(/action="([^"]+)"><button [^>]+>([^<]+)/g)]
      .filter(([, , said]) => said === words)
      .map(([, to]) => to!);
  const pay = async (cardNumber: string, key: string) => {
    const card = { cardholderName: 'Bo Buyer', cardNumber, expiry: '12/40', cvv: '123' };
    const payment = { key, amountCents: 125_000, lines: [], pageUrl: '' };
    const outcome = await whole.app.get<CardGateway>(Gateway).charge(payment, card);
    return outcome.status === 'approved' ? outcome.reference : '';
  };

  it('[PAY-23] opens and decides disputes, as often as a bank likes, and notifies the shop of each', async () => {
    const disputeNotices = jest.spyOn(whole.app.get<PaymentNotices>(PaymentNotices, { strict: false }), 'disputed');
    const payment = await pay('4242424242424242', 'order:1');
    const { html, headers } = await page();
    expect(html).toContain('No disputes yet');
    expect(html).toContain('$1,250.00');
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'self'; .*form-action 'self'/,
    );
    expect(html).not.toMatch(/<script|style=/);

    const [open] = buttonsOf(html, 'Open a dispute');
    expect(await press(open!)).toEqual({ status: 303, location: '/dev/sandbox' });
    expect(await press(open!)).toMatchObject({ status: 404 });
    const [won] = buttonsOf((await page()).html, 'Decide for the shop');
    await press(won!);
    const decided = (await page()).html;
    expect(decided).toContain('Decided for the shop');
    expect(buttonsOf(decided, 'Decide for the shop')).toEqual([]);
    await press(buttonsOf(decided, 'Decide for the cardholder')[0]!);
    expect((await page()).html).toContain('Decided for the cardholder');
    expect(disputeNotices.mock.calls.map(([dispute]) => [dispute.payment, dispute.standing])).toEqual([
      [payment, 'open'],
      [payment, 'won'],
      [payment, 'lost'],
    ]);
    disputeNotices.mockRestore();
  });

  it('lists the dispute of the card ending in 0259, and finds a charge by its reference', async () => {
    const disputed = await pay('4000000000000259', 'order:2');
    const other = await pay('4242424242424242', 'order:3');
    expect(buttonsOf((await page(`?payment=${disputed}`)).html, 'Open a dispute')).toEqual([]);
    expect((await page()).html).toContain(disputed);
    expect(buttonsOf((await page(`?payment=${other}`)).html, 'Open a dispute')).toEqual([
      `/dev/sandbox/charges/${other}/dispute`,
    ]);
    expect((await page('?payment=%22%3E%3Cscript%3E')).html).not.toContain('<script');
  });

  it('answers not found for an unknown dispute or charge', async () => {
    for (const path of ['disputes/nothing/won', 'disputes/nothing/lost', 'charges/nothing/dispute'])
      expect(await press(`/dev/sandbox/${path}`)).toMatchObject({ status: 404 });
  });

  it('does not exist where Stripe takes the payments', async () => {
    const shop = await startStripeShop();
    for (const path of ['', '/style.css']) expect((await fetch(`${shop.url}/dev/sandbox${path}`)).status).toBe(404);
    expect((await fetch(`${shop.url}/dev/sandbox/disputes/any/won`, { method: 'POST' })).status).toBe(404);
    await shop.close();
  });
});
