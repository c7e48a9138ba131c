import type { LicenseRow } from '@tessera/contract/licenses';
import type { DisputePage } from '@tessera/contract/money/refunds';
import { extractText, getDocumentProxy } from 'unpdf';
import { EventStore } from '../../apps/api/src/kernel/log/port.ts';
import { TestClock } from '../support/worlds/accounts-app.ts';
import { checkout, get, pay, post, refusalOf, signIn, signInAdmin } from '../support/worlds/client.ts';
import { disputePayment } from '../support/worlds/sandbox-payments.ts';
import { openShop } from '../support/worlds/shop.ts';
import type { Shop } from '../support/worlds/shop.ts';
import { until } from '../support/until.ts';
import { startWholeApp } from '../support/worlds/whole-app.ts';
import type { WholeApp } from '../support/worlds/whole-app.ts';

const hourMs = 3_600_000;

describe('evidence for a bank', () => {
  const clock = new TestClock();
  let whole: WholeApp;
  let shop: Shop;
  let admin: string;

  beforeAll(async () => {
    whole = await startWholeApp({ INVOICE_SELLER: 'Tessera Inc.; 548 Market Street' }, clock);
    shop = await openShop(whole);
    admin = await signInAdmin(whole.url, whole.adminPassword);
  }, 60_000);
  afterAll(() => whole.close());

  const buy = async () => {
    const { order_id } = await checkout(whole.url, shop.brand.token, [
      { id: shop.itemId, licenseType: 'six_month', price: 250 },
      { id: shop.itemId, licenseType: 'perpetual', price: 500 },
    ]);
    const { license_ids, position } = await pay(whole.url, shop.brand.token, order_id);
    await get(`${whole.url}/api/licenses/${license_ids[0]}?after=${position}`, { token: shop.brand.token });
    return { order_id, id: license_ids[0]!, other: license_ids[1]! };
  };
  const recorded = (stream: string) => whole.app.get<EventStore>(EventStore).readStream(stream);
  const download = async (id: string, method: 'GET' | 'HEAD' = 'GET', token = shop.brand.token) => {
    const headers = { authorization: `Bearer ${token}` };
    const path = `${whole.url}/api/licenses/${id}/download`;
    return (await fetch(path, { method, headers, redirect: 'manual' })).status;
  };
  const evidenceOf = async (id: string) => {
    const path = `${whole.url}/api/admin/licenses/${id}/evidence.pdf?after=${await whole.head()}`;
    const answer = await fetch(path, { headers: { authorization: `Bearer ${admin}` } });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="evidence-${id}.pdf"`);
    const pdf = await getDocumentProxy(new Uint8Array(await answer.arrayBuffer()));
    const { text } = await extractText(pdf, { mergePages: true });
    return text.replace(/\s+/g, ' ');
  };

  it('[PAY-24] downloads of the original are recorded, once per hour at most, and refused ones are not', async () => {
    const { id } = await buy();
    expect([await download(id), await download(id, 'HEAD')]).toEqual([302, 302]);
    expect(await recorded(`download-${id}`)).toMatchObject([
      { type: 'OriginalDownloaded', data: { license_id: id, brand_id: shop.brand.id } },
    ]);
    clock.pass(hourMs);
    const { token } = await signIn(whole.url, shop.brand);
    expect(await download(id, 'GET', token)).toBe(302);
    clock.pass(-hourMs);
    expect(await recorded(`download-${id}`)).toHaveLength(2);
    const refund = { reason: 'Bought twice.' };
    await post(`${whole.url}/api/admin/licenses/${id}/refunds`, refund, { token: admin });
    await get(`${whole.url}/api/licenses/${id}?after=${await whole.head()}`, { token: shop.brand.token });
    expect(await download(id)).toBe(403);
    expect(await recorded(`download-${id}`)).toHaveLength(2);
  });

  it('[PAY-24] the original can be downloaded even while the log accepts no events', async () => {
    const { id } = await buy();
    const store = whole.app.get<EventStore>(EventStore);
    const append = jest.spyOn(store, 'append').mockRejectedValue(new Error('The disk is full'));
    expect(await download(id)).toBe(302);
    append.mockRestore();
    expect(await recorded(`download-${id}`)).toEqual([]);
  });

  it('[PAY-24] the operator gets the order, accepted terms, agreement, downloads and verify link of a disputed license in one PDF', async () => {
    const { id, other, order_id } = await buy();
    await download(id);
    const reference = await disputePayment(whole, order_id);
    const disputed = await until('the dispute is recorded', async () => {
      const path = `${whole.url}/api/licenses/${id}?after=${await whole.head()}`;
      const { dispute } = await get<LicenseRow>(path, { token: shop.creator.token });
      return dispute?.own_part_money?.amount_cents === 20_000 && dispute;
    });
    expect(disputed).toMatchObject({ standing: 'open', amount_money: { amount_cents: 25_000 } });
    const listed = `${whole.url}/api/admin/disputes?after=${await whole.head()}`;
    const [dispute] = (await get<DisputePage>(listed, { token: admin })).items;
    expect(dispute?.licenses).toMatchObject([
      { license_id: id, creator_name: expect.any(String), parts: { creator: 20_000, referrer: 0, platform: 5_000 } },
      { license_id: other, parts: { creator: 40_000, referrer: 0, platform: 10_000 } },
    ]);

    const text = await evidenceOf(id);
    const { agreement_text, terms_version } = await get<{ agreement_text: string; terms_version: string }>(
      `${whole.url}/api/licenses/${id}/agreement`,
      { token: admin },
    );
    for (const words of [
      `Evidence of purchase License ${id}`,
      'Merchant Tessera Inc. 548 Market Street',
      `Customer Acme`,
      shop.brand.email,
      `Dispute ${dispute!.dispute_id} at Sandbox: $750.00, ${dispute!.reason}`,
      `Order ${order_id}`,
      'Paid $750.00 on ',
      `Payment ${reference}, through Sandbox`,
      `Terms accepted Version ${terms_version}, with the payment on `,
      `Harbour at dawn 1 $250.00 $250.00 6-Month License License ${id}`,
      'Total paid (USD) $750.00',
      'The brand, signed in to its account, opened or downloaded the full-size original.',
      `Payment attempt 1 was started with the sandbox gateway, and terms version ${terms_version} accepted.`,
      'The bank took back $750.00 of order',
      `License agreement, terms version ${terms_version}`,
    ])
      expect(text).toContain(words);
    expect(text).toMatch(new RegExp(`Verify at \\S+/verify/${id}`));
    const [, ...blocks] = agreement_text.split('\n\n');
    for (const line of blocks.join('\n').split('\n').slice(-6)) expect(text).toContain(line.replace(/\s+/g, ' '));
    // The other license of the order is listed, but its agreement isn't included.
    expect(text.match(/The agreement between/g)).toHaveLength(1);

    const won = await fetch(`${whole.url}/dev/sandbox/disputes/${dispute!.dispute_id}/won`, { method: 'POST' });
    expect(won.status).toBe(200);
    expect(await evidenceOf(id)).toContain('was won; the money is back.');
  });

  it('[PAY-24] the evidence says so if a license was never downloaded or disputed', async () => {
    const { id } = await buy();
    const text = await evidenceOf(id);
    expect(text).toContain('No download of the original has been recorded.');
    expect(text).not.toContain('Disputed');
    // How the price is split is confidential.
    expect(text).not.toContain('$200.00');
    const path = `${whole.url}/api/admin/licenses/nobody-has-this-one/evidence.pdf`;
    expect(await refusalOf(get(path, { token: admin }))).toMatchObject({ status: 404, code: 'not_found' });
  });
});
