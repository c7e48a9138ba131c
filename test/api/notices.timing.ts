import { setTimeout as delay } from 'node:timers/promises';
import { bestOfThree, msOf } from '../support/best-of-three.ts';
import { startMailServer } from '../support/servers/mail-server.ts';
import { checkout, patch, pay } from '../support/worlds/client.ts';
import { openShop } from '../support/worlds/shop.ts';
import { startWholeApp } from '../support/worlds/whole-app.ts';

const receipts = 40;
const lateMaxMs = 5_000;

it('[PERF-10] forty receipts are sent within 5 s of the last payment, though the mail server takes 100 ms for each', async () => {
  const mail = await startMailServer({ onTaken: () => delay(100) });
  const whole = await startWholeApp({ MAIL_URL: mail.url, LOG_LEVEL: 'warn' });
  const { url } = whole;
  const { brand, creator, itemId } = await openShop({ url });
  await patch(`${url}/api/profile/sale-mails`, { sale_mails: 'never' }, creator);
  const buy = async () => {
    const { order_id } = await checkout(url, brand.token, [{ id: itemId }]);
    await pay(url, brand.token, order_id);
  };
  const lateMs = await bestOfThree(async () => {
    const before = mail.to(brand.email).length;
    await Promise.all(Array.from({ length: receipts }, buy));
    return msOf(() => mail.mailTo(brand.email, before + receipts));
  }, lateMaxMs);
  await whole.close();
  await mail.close();
  expect(lateMs).toBeLessThan(lateMaxMs);
});
