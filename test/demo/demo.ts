// `npm run demo`: the product with ninety days of history and a shop that keeps selling.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { systemClock } from '@tessera/api/kernel/clock';
import { readConfig } from '@tessera/api/config';
import { startService } from '@tessera/api/service';
import { pino } from 'pino';
import { password } from '../support/worlds/client.ts';
import type { Account } from '../support/worlds/client.ts';
import { catalog } from './catalog.ts';
import { addressOf } from './open-shop.ts';
import { brands, creators } from './people.ts';
import { dayMs, historyDays, story } from './story.ts';
import { People, buy, tell } from './tell.ts';
import { tellFrom } from './told-time.ts';

const saleEveryMs = { min: 60_000, max: 180_000 };
const licenseTypes = ['one_time', 'six_month', 'six_month', 'perpetual'] as const;

/** Ninety days are replayed within a minute, and page views come from many addresses. */
const unhurried = { WRITES_PER_MINUTE: '1000000', TRUST_PROXY: '127.0.0.1,::1' };
const config = readConfig({ DATA_DIR: join('.data', 'gallery'), PAYOUTS: 'sandbox', ...unhurried, ...process.env });
const shopFile = join(config.dataDir, 'demo.json');
const url = `http://127.0.0.1:${config.port}`;

/** What a later start needs in order to continue. */
interface Kept {
  readonly people: readonly (readonly [string, Account])[];
  readonly items: readonly string[];
}

const isOpen = existsSync(shopFile);
// Before anything is recorded: the log's time never goes back.
if (!isOpen) tellFrom(historyDays * dayMs);
const service = await startService({ config, logger: pino({ level: 'warn' }), clock: systemClock });

const pick = <Entry>(entries: readonly Entry[]): Entry => {
  const entry = entries[Math.floor(Math.random() * entries.length)];
  if (entry === undefined) throw new Error('There is nothing to pick from');
  return entry;
};

const continued = () => {
  const kept = JSON.parse(readFileSync(shopFile, 'utf8')) as Kept;
  const people = new People(url);
  for (const [key, account] of kept.people) people.keep(key, account, 0);
  return { people, items: kept.items };
};

const begun = async () => {
  process.stdout.write(`Creating ${historyDays} days of history …\n`);
  const told = { catalog, creators, brands };
  const now = new Date(Date.now() + historyDays * dayMs);
  const { adminEmail, adminPassword } = config;
  const { people, items } = await tell({ url, told, adminEmail, adminPassword }, story(told, now));
  const kept: Kept = { people: people.known, items: [...items.values()] };
  writeFileSync(shopFile, JSON.stringify(kept), { mode: 0o600 });
  return { people, items: kept.items };
};

const { people, items } = isOpen ? continued() : await begun();

const column = Math.max(...[...creators, ...brands].map(({ name }) => name.length)) + 2;
const line = (who: string, { name, key }: { name: string; key: string }) =>
  `  ${who.padEnd(9)}${name.padEnd(column)}${addressOf(key)}\n`;
process.stdout.write(`Tessera is ready at ${config.publicUrl}\nSign in with the password ${password} as\n\n`);
process.stdout.write(
  [...creators.map((one) => line('Creator', one)), ...brands.map((one) => line('Brand', one))].join(''),
);
const adminSecret = config.adminPasswordFile ? `password in ${config.adminPasswordFile}` : 'with ADMIN_PASSWORD';
process.stdout.write(`  ${'Admin'.padEnd(9)}${config.adminEmail}, ${adminSecret}\n`);

const stopping = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stopping.abort());
while (!stopping.signal.aborted) {
  const waitMs = saleEveryMs.min + Math.random() * (saleEveryMs.max - saleEveryMs.min);
  await delay(waitMs, undefined, { signal: stopping.signal }).catch(() => undefined);
  if (stopping.signal.aborted) break;
  await buy(url, await people.get(pick(brands).key), [{ id: pick(items), licenseType: pick(licenseTypes) }]);
}
await service.stop();
