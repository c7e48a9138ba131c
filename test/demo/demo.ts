// `npm run demo`: the product with a month of history and a shop that keeps selling.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { systemClock } from '@tessera/api/kernel/clock';
import { readConfig } from '@tessera/api/config';
import { startService } from '@tessera/api/service';
import { pino } from 'pino';
import { checkout, password, pay, renew, signIn } from '../support/worlds/client.ts';
import type { Account } from '../support/worlds/client.ts';
import { openShop } from './open-shop.ts';
import type { Shop } from './open-shop.ts';
import { tellFrom } from './told-time.ts';

const dayMs = 86_400_000;
const historyDays = 30;
const saleEveryMs = 90_000;
const weekendShare = 0.4;
/** An access token is good for a quarter of an hour. */
const sessionMs = 10 * 60_000;
const licenseTypes = ['one_time', 'six_month', 'six_month', 'perpetual'] as const;

/** A month is told within seconds. */
const unhurried = { WRITES_PER_MINUTE: '1000000' };
const config = readConfig({ DATA_DIR: join('.data', 'demo'), PAYOUTS: 'sandbox', ...unhurried, ...process.env });
const shopFile = join(config.dataDir, 'demo.json');
const url = `http://127.0.0.1:${config.port}`;

const isOpen = existsSync(shopFile);
// Before anything is recorded: the log's time never goes back.
if (!isOpen) tellFrom(historyDays * dayMs);
const service = await startService({ config, logger: pino({ level: 'warn' }), clock: systemClock });

const pick = <Entry>(entries: readonly Entry[]): Entry => {
  const entry = entries[Math.floor(Math.random() * entries.length)];
  if (entry === undefined) throw new Error('There is nothing to pick from');
  return entry;
};

const withSessions = async (shop: Shop, begin: typeof signIn): Promise<Shop> => ({
  ...shop,
  buyers: await Promise.all(shop.buyers.map((buyer) => begin(url, buyer))),
});

const sell = async ({ buyers, items }: Shop) => {
  const { token } = pick(buyers);
  const { order_id } = await checkout(url, token, [{ id: pick(items), licenseType: pick(licenseTypes) }]);
  await pay(url, token, order_id);
};

/** A month of sales, day by day, with quieter weekends. */
const tellHistory = async (): Promise<Shop> => {
  process.stdout.write('Telling a month of history …\n');
  let shop = await openShop(url);
  for (let day = historyDays; day > 0; day -= 1) {
    tellFrom(day * dayMs);
    const weekday = new Date().getUTCDay();
    const sales = Math.round((2 + Math.random() * 6) * (weekday === 0 || weekday === 6 ? weekendShare : 1));
    // So many passwords a minute would be refused.
    shop = await withSessions(shop, renew);
    for (let sale = 0; sale < sales; sale += 1) {
      tellFrom(day * dayMs - sale * saleEveryMs);
      await sell(shop);
    }
  }
  tellFrom(0);
  writeFileSync(shopFile, JSON.stringify(shop), { mode: 0o600 });
  return shop;
};

let shop = await withSessions(
  isOpen ? (JSON.parse(readFileSync(shopFile, 'utf8')) as Shop) : await tellHistory(),
  signIn,
);

const line = ({ name, email }: Account) => `  ${name.padEnd(16)} ${email}   ${password}\n`;
process.stdout.write(`Tessera is ready at ${config.publicUrl}\nSign in as\n`);
process.stdout.write([...shop.sellers, ...shop.buyers].map(line).join(''));
if (config.adminPasswordFile) {
  process.stdout.write(`Admin: ${config.adminEmail}, password in ${config.adminPasswordFile}\n`);
}

const stopping = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stopping.abort());
let renewedAt = Date.now();
while (!stopping.signal.aborted) {
  if (Date.now() - renewedAt > sessionMs) {
    shop = await withSessions(shop, renew);
    renewedAt = Date.now();
  }
  await sell(shop);
  await delay(1_000 + Math.random() * 4_000, undefined, { signal: stopping.signal }).catch(() => undefined);
}
await service.stop();
