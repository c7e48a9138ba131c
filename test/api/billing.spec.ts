import { CommandBus } from '@nestjs/cqrs';
import type { LicenseBilling } from '@tessera/contract/money/billing';
import type { LicenseRow } from '@tessera/contract/licenses';
import type { Billing } from '@tessera/contract/accounts/profile';
import { refund } from '@tessera/domain/refunds/refund';
import { extractText, getDocumentProxy } from 'unpdf';
import { systemClock } from '../../apps/api/src/kernel/clock.ts';
import { Dispatch } from '../../apps/api/src/kernel/commands/dispatch.ts';
import {
  checkout,
  get,
  password,
  pay,
  refusalOf,
  signInAdmin,
  signUpBrand,
  signUpCreator,
} from '../support/worlds/client.ts';
import type { Account } from '../support/worlds/client.ts';
import { openShop } from '../support/worlds/shop.ts';
import type { Shop } from '../support/worlds/shop.ts';
import { adminPassword, startWholeApp } from '../support/worlds/whole-app.ts';
import type { WholeApp } from '../support/worlds/whole-app.ts';

const details = {
  company: 'Acme Outdoors GmbH',
  street: 'Alexander Street 12',
  city: 'Berlin',
  region: '',
  postal_code: '10115',
  country: 'Germany',
  tax_number: 'DE123456789',
  po_number: 'PO-77',
};
const seller = 'Tessera Inc.; 548 Market Street; San Francisco, CA 94104; Tax number 12-3456789';

describe('billing', () => {
  let whole: WholeApp;
  let url: string;
  let shop: Shop;

  beforeAll(async () => {
    whole = await startWholeApp({ INVOICE_SELLER: seller });
    ({ url } = whole);
    shop = await openShop(whole);
  }, 60_000);
  afterAll(() => whole.close());

  const ask = (method: string, path: string, token: string, body?: object) =>
    fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    });
  const change = (token: string, billing: object) => ask('PUT', '/api/profile/billing', token, billing);

  interface Bought {
    readonly orderId: string;
    readonly licenseId: string;
    readonly position: number;
  }
  const buy = async ({ token }: Account, quantity = 1): Promise<Bought> => {
    const { order_id: orderId } = await checkout(url, token, [
      { id: shop.itemId, licenseType: 'six_month', quantity },
      { id: shop.itemId, licenseType: 'perpetual', price: 500 },
    ]);
    const { license_ids, position } = await pay(url, token, orderId);
    return { orderId, licenseId: license_ids[0]!, position };
  };
  const invoiceAt = ({ orderId, position }: Bought) => `/api/orders/${orderId}/invoice.pdf?after=${position}`;
  const billingOf = ({ licenseId, position }: Bought, { token }: Account) =>
    get<LicenseBilling>(`${url}/api/licenses/${licenseId}/billing?after=${position}`, { token });

  const printed = async (path: string, token: string) => {
    const answer = await ask('GET', path, token);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    const pdf = await getDocumentProxy(new Uint8Array(await answer.arrayBuffer()));
    const { text } = await extractText(pdf, { mergePages: true });
    return { text: text.replace(/\s+/g, ' '), name: answer.headers.get('content-disposition') };
  };

  const refundOf = async ({ orderId, licenseId }: Bought, amount_cents: number, reference: string) => {
    const license = await get<LicenseRow>(`${url}/api/licenses/${licenseId}`, { token: shop.creator.token });
    const { brand_id, creator_id, price_money } = license;
    const facts = {
      license_id: licenseId,
      order_id: orderId,
      brand_id,
      creator_id,
      price_cents: price_money.amount_cents,
      gateway: 'sandbox',
      payment: 'payment-1',
      paid_at: license.created_at,
      isContinued: false,
      isDisputed: false,
    };
    const metadata = { actor: 'admin', correlation: systemClock.newId(), causation: null };
    const command = { kind: 'record', up_to_cents: amount_cents, reference, facts } as const;
    return whole.app.get(CommandBus).execute(new Dispatch(refund, licenseId, command, metadata));
  };

  it('[PAY-30] a brand saves its billing details, validated by the rules of the form; nobody else sees them', async () => {
    const brand = await signUpBrand(url, 'Northwind');
    const own = () => get<Billing>(`${url}/api/profile/billing`, { token: brand.token });
    expect(await own()).toEqual(Object.fromEntries(Object.keys(details).map((field) => [field, ''])));
    const refused = await change(brand.token, { ...details, country: ' ', tax_number: 'x'.repeat(61) });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({
      error: {
        fields: { country: 'Please enter the country', tax_number: 'Tax number must be at most 60 characters' },
      },
    });
    const changed = await change(brand.token, { ...details, company: '  Acme Outdoors GmbH ' });
    expect(await changed.json()).toEqual({ ...details, position: expect.any(Number) });
    expect(await own()).toEqual(details);
    const before = await whole.lengthOf(`account-${brand.id}`);
    expect((await change(brand.token, details)).status).toBe(200);
    expect(await whole.lengthOf(`account-${brand.id}`)).toBe(before);
    expect(await refusalOf(get(`${url}/api/profile/billing`, { token: shop.creator.token }))).toMatchObject({
      status: 403,
    });
    const exported = await ask('GET', '/api/account/export', brand.token);
    expect(await exported.json()).toMatchObject({ billing: details });
  });

  it('[PAY-30] an invoice shows the buyer’s details at the time of payment, matches the order to the cent, and adds up', async () => {
    const brand = await signUpBrand(url, 'Northwind');
    await change(brand.token, details);
    const bought = await buy(brand, 3);
    await change(brand.token, { ...details, company: 'Acme Moved Ltd', po_number: 'PO-78' });
    const { invoice, credit_notes } = await billingOf(bought, brand);
    expect(invoice).toEqual({
      order_id: bought.orderId,
      number: expect.stringMatching(/^INV-20\d\d-\d{6}$/),
      issued_at: expect.any(String),
      total: { amount_cents: 125_000, currency: 'USD' },
    });
    expect(credit_notes).toEqual([]);
    const { text, name } = await printed(invoiceAt(bought), brand.token);
    expect(name).toBe(`attachment; filename="invoice-${invoice!.number}.pdf"`);
    for (const words of [
      `Invoice ${invoice!.number}`,
      'From Tessera Inc. 548 Market Street San Francisco, CA 94104 Tax number 12-3456789',
      'Billed to Acme Outdoors GmbH Alexander Street 12 10115 Berlin Germany Tax number DE123456789',
      `Order ${bought.orderId}`,
      'PO number PO-77',
      '(UTC), through Sandbox',
      `Harbour at dawn 3 $250.00 $750.00 6-Month License License ${bought.licenseId}`,
      'Harbour at dawn 1 $500.00 $500.00 Perpetual License',
      'Total paid (USD) $1,250.00',
    ]) {
      expect(text).toContain(words);
    }
    expect(text).not.toContain('Acme Moved');
    expect(text).not.toContain('PO-78');
  });

  it('[PAY-30] without billing details an invoice names the brand and its contact', async () => {
    const brand = await signUpBrand(url, 'Plain & Co');
    const { text } = await printed(invoiceAt(await buy(brand)), brand.token);
    expect(text).toContain(`Billed to Plain & Co Bo Buyer ${brand.email}`);
    expect(text).not.toContain('PO number');
  });

  it('[PAY-30] invoices are numbered without a gap in the order in which orders are paid', async () => {
    const bought: Bought[] = [];
    for (let order = 0; order < 3; order += 1) bought.push(await buy(shop.brand));
    const all = await Promise.all(bought.map((each) => billingOf(each, shop.brand)));
    const numbers = all.map(({ invoice }) => Number(invoice?.number.slice(-6)));
    expect(numbers).toEqual([numbers[0], numbers[0]! + 1, numbers[0]! + 2]);
  });

  it('[PAY-30] a refund has a credit note that names its invoice and the amount returned', async () => {
    const brand = await signUpBrand(url, 'Refunded');
    await change(brand.token, details);
    const bought = await buy(brand);
    await refundOf(bought, 4_000, 're_1');
    const { position } = await refundOf(bought, 21_000, 're_2');
    const { invoice, credit_notes } = await billingOf({ ...bought, position }, brand);
    expect(credit_notes.map(({ refund_number, amount }) => [refund_number, amount.amount_cents])).toEqual([
      [1, 4_000],
      [2, 21_000],
    ]);
    const [first, second] = credit_notes.map(({ number }) => Number(number.slice(-6)));
    expect(second).toBe(first! + 1);
    const { text } = await printed(`/api/licenses/${bought.licenseId}/credit-notes/1.pdf`, brand.token);
    for (const words of [
      `Credit note ${credit_notes[0]!.number}`,
      `For invoice ${invoice!.number}`,
      'Billed to Acme Outdoors GmbH',
      'Reference re_1',
      `Harbour at dawn $250.00 $40.00 6-Month License License ${bought.licenseId}`,
      'Total refunded (USD) $40.00',
    ]) {
      expect(text).toContain(words);
    }
  });

  it('[PAY-30] only its brand and the admin get an invoice or a credit note; for others it does not exist', async () => {
    const bought = await buy(shop.brand);
    const { position } = await refundOf(bought, 100, 're_others');
    const note = `/api/licenses/${bought.licenseId}/credit-notes/1.pdf?after=${position}`;
    const paths = [invoiceAt(bought), note, `/api/licenses/${bought.licenseId}/billing`];
    const stranger = await signUpBrand(url, 'Stranger');
    const creator = await signUpCreator(url);
    const admin = await signInAdmin(url, adminPassword);
    const statuses = (token: string) => Promise.all(paths.map(async (path) => (await ask('GET', path, token)).status));
    expect(await statuses(shop.brand.token)).toEqual([200, 200, 200]);
    expect(await statuses(admin)).toEqual([200, 200, 200]);
    expect(await statuses(stranger.token)).toEqual([404, 404, 404]);
    expect(await statuses(creator.token)).toEqual([403, 403, 403]);
  });

  it('[PAY-30] an unpaid order has no invoice, and a license without a refund has no credit note', async () => {
    const { order_id } = await checkout(url, shop.brand.token, [{ id: shop.itemId }]);
    const { licenseId, position } = await buy(shop.brand);
    const { token } = shop.brand;
    expect((await ask('GET', `/api/orders/${order_id}/invoice.pdf`, token)).status).toBe(404);
    for (const number of ['1', '0', 'x']) {
      const path = `/api/licenses/${licenseId}/credit-notes/${number}.pdf?after=${position}`;
      expect((await ask('GET', path, token)).status).toBe(404);
    }
  });

  it('[PAY-30] an invoice of a forgotten buyer still prints, with the name that the contracts keep', async () => {
    const brand = await signUpBrand(url, 'Gone Brand');
    await change(brand.token, details);
    const bought = await buy(brand);
    const { number } = (await billingOf(bought, brand)).invoice!;
    expect((await ask('DELETE', '/api/account', brand.token, { password })).status).toBeLessThan(300);
    const { text } = await printed(invoiceAt(bought), await signInAdmin(url, adminPassword));
    expect(text).toContain(`Invoice ${number}`);
    expect(text).toContain('Billed to Gone Brand Order');
    expect(text).toContain('Total paid (USD) $750.00');
    for (const [field, gone] of Object.entries({ ...details, email: brand.email })) {
      if (field !== 'region') expect(text).not.toContain(gone);
    }
  });
});
