import { checkout, get, pay, post, signInAdmin } from '../../../../test/support/worlds/client.ts';
import { wholeShopForFile } from '../../../../test/support/worlds/whole-shop.ts';

const shop = wholeShopForFile();
let admin: string;
beforeAll(async () => {
  admin = await signInAdmin(shop.whole.url, shop.whole.adminPassword);
});

const buy = async (lines: number) => {
  const cart = Array.from({ length: lines }, () => ({ id: shop.itemId }));
  const { order_id } = await checkout(shop.whole.url, shop.brand.token, cart);
  const { license_ids, position } = await pay(shop.whole.url, shop.brand.token, order_id);
  await get(`${shop.whole.url}/api/licenses?after=${position}`, { token: shop.brand.token });
  return { order_id, license_ids };
};
/** Where a path leads, for the brand. */
const addressAt = async (path: string) => {
  const headers = { authorization: `Bearer ${shop.brand.token}` };
  const answer = await fetch(`${shop.whole.url}${path}`, { headers, redirect: 'manual' });
  return new URL(answer.headers.get('location') ?? '', shop.whole.url).href;
};
const answerOf = async (address: string) => {
  const answer = await fetch(address);
  const isFile = !answer.headers.get('content-type')?.startsWith('application/json');
  const code = isFile ? null : ((await answer.json()) as { error: { code: string } }).error.code;
  if (isFile) await answer.arrayBuffer();
  return [answer.status, code];
};
const refund = (id: string, amount?: number) =>
  post(`${shop.whole.url}/api/admin/licenses/${id}/refunds`, { amount, reason: 'Bought twice.' }, { token: admin });

describe('[FIX-37] the address of an original that was signed before', () => {
  it('no longer answers once its license is refunded in full, and still does after a part', async () => {
    const { license_ids, order_id } = await buy(1);
    const [id = ''] = license_ids;
    const [single, archive] = [
      await addressAt(`/api/licenses/${id}/download`),
      await addressAt(`/api/orders/${order_id}/originals`),
    ];
    expect([await answerOf(single), await answerOf(archive)]).toEqual([
      [200, null],
      [200, null],
    ]);
    await refund(id, 100);
    expect([await answerOf(single), await answerOf(archive)]).toEqual([
      [200, null],
      [200, null],
    ]);
    await refund(id);
    expect([await answerOf(single), await answerOf(archive)]).toEqual([
      [403, 'license_refunded'],
      [403, 'license_refunded'],
    ]);
  });

  it('answers nothing to the first request after the refund, whether or not any page shows the refund yet', async () => {
    const { license_ids, order_id } = await buy(2);
    const archive = await addressAt(`/api/orders/${order_id}/originals`);
    const singles = await Promise.all(license_ids.map((id) => addressAt(`/api/licenses/${id}/download`)));
    for (const [index, id] of license_ids.entries()) {
      await refund(id);
      expect(await answerOf(singles[index] ?? '')).toEqual([403, 'license_refunded']);
    }
    expect(await answerOf(archive)).toEqual([403, 'license_refunded']);
  });
});
