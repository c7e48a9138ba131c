// `npm run demo`: the product with a month of history and a shop that goes on selling.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { systemClock } from '@tessera/api/adapters/clock';
import { readConfig } from '@tessera/api/config';
import { startService } from '@tessera/api/service';
import { checkout, password, pay, publish, signIn, signUpBrand, signUpCreator, upload } from '../support/client.ts';
import type { Account } from '../support/client.ts';
import { drawPicture } from '../support/picture.ts';
import { brands, creators } from './people.ts';

const dayMs = 86_400_000;
const historyDays = 30;
const licenseTypes = ['one_time', 'six_month', 'six_month', 'perpetual'] as const;

/** Time as the shop lives it: it starts a month ago and reaches today when the history is told. */
let behindMs = historyDays * dayMs;
const clock = { ...systemClock, now: () => new Date(Date.now() - behindMs) };

const config = readConfig({ DATA_DIR: join('.data', 'demo'), ...process.env });
if (existsSync(join(config.dataDir, 'events.db'))) {
  process.stderr.write(
    `There is a shop under ${config.dataDir} already. Remove the folder, or set DATA_DIR to another.\n`,
  );
  process.exit(1);
}
const url = `http://127.0.0.1:${config.port}`;
const service = await startService({ config, logger: pino({ level: 'warn' }), clock });
process.stdout.write('Telling a month of history …\n');

const pick = <Entry>(entries: readonly Entry[]): Entry => {
  const entry = entries[Math.floor(Math.random() * entries.length)];
  if (entry === undefined) throw new Error('There is nothing to pick from');
  return entry;
};

let buyers: readonly Account[] = [];
for (const name of brands) buyers = [...buyers, await signUpBrand(url, name)];

const sellers: Account[] = [];
const items: string[] = [];
let drawn = 0;
for (const { name, pictures } of creators) {
  const seller = await signUpCreator(url, name);
  sellers.push(seller);
  for (const listing of pictures) {
    const picture = await drawPicture((drawn += 1));
    const uploadId = await upload(url, seller.token, new Uint8Array(picture));
    items.push((await publish(url, seller.token, uploadId, listing)).id);
  }
}

const sell = async () => {
  const { token } = pick(buyers);
  const { order_id } = await checkout(url, token, [{ id: pick(items), licenseType: pick(licenseTypes) }]);
  await pay(url, token, order_id);
};

/** An access token is good for a quarter of an hour; no day of the history lasts longer. */
const renewSessions = async () => {
  buyers = await Promise.all(buyers.map((buyer) => signIn(url, buyer)));
};

const saleEveryMs = 90_000;
const weekendShare = 0.4;
for (let day = historyDays; day > 0; day -= 1) {
  const weekday = new Date(Date.now() - day * dayMs).getUTCDay();
  const sales = Math.round((2 + Math.random() * 6) * (weekday === 0 || weekday === 6 ? weekendShare : 1));
  behindMs = day * dayMs;
  await renewSessions();
  for (let sale = 0; sale < sales; sale += 1) {
    behindMs = day * dayMs - sale * saleEveryMs;
    await sell();
  }
}
behindMs = 0;
await renewSessions();

const line = ({ name, email }: Account) => `  ${name.padEnd(16)} ${email}   ${password}\n`;
process.stdout.write(
  `Tessera is ready at ${config.publicUrl}\nSign in as\n${[...sellers, ...buyers].map(line).join('')}`,
);
if (config.adminPasswordFile)
  process.stdout.write(`Admin: ${config.adminEmail}, password in ${config.adminPasswordFile}\n`);

const stopping = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stopping.abort());
const sessionMs = 10 * 60_000;
let renewedAt = Date.now();
while (!stopping.signal.aborted) {
  if (Date.now() - renewedAt > sessionMs) {
    await renewSessions();
    renewedAt = Date.now();
  }
  await sell();
  await delay(1_000 + Math.random() * 4_000, undefined, { signal: stopping.signal }).catch(() => undefined);
}
await service.stop();
