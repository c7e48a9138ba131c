import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MoneyOverview } from '@tessera/contract/money/books';
import { noFigures } from '@tessera/domain/books/money-days.view';
import type { MoneyDay } from '@tessera/domain/books/money-days.view';
import { dayOf, daysLater } from '@tessera/domain/ledger';
import { pino } from 'pino';
import { connect, nextMessage, watch } from '../../../../test/support/live.ts';
import { freePort } from '../../../../test/support/servers/free-port.ts';
import { checkout, get, pay, refusalOf, signInAdmin } from '../../../../test/support/worlds/client.ts';
import { openShop } from '../../../../test/support/worlds/shop.ts';
import type { Shop } from '../../../../test/support/worlds/shop.ts';
import { readConfig } from '../config.ts';
import { systemClock } from '../kernel/clock.ts';
import { startService } from '../service.ts';
import type { Service } from '../service.ts';

const adminPassword = 'correct horse battery';

describe('the money overview over HTTP', () => {
  let dataDir: string;
  let service: Service;
  let url: string;
  let shop: Shop;
  let token: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'tessera-money-'));
    const port = await freePort();
    const config = readConfig({ DATA_DIR: dataDir, PORT: String(port), ADMIN_PASSWORD: adminPassword });
    service = await startService({ config, logger: pino({ level: 'silent' }), clock: systemClock });
    url = `http://localhost:${port}`;
    shop = await openShop({ url });
    token = await signInAdmin(url, adminPassword);
  }, 60_000);
  afterAll(async () => {
    await service.stop();
    await rm(dataDir, { recursive: true });
  });

  const board = (query = '') => get<MoneyOverview>(`${url}/api/admin/money${query}`, { token });

  it('[PAY-32] shows each day, adds the days up, and says what is owed; a sale reaches an open page immediately', async () => {
    expect(await board()).toMatchObject({ days: [], total: noFigures, now: { pending_cents: 0, cash: [] } });
    const socket = await connect(url, token);
    await watch(socket, 'money-days', 'all');
    const told = nextMessage<MoneyDay>(socket, ({ value }) => value?.licenses === 2);
    const { order_id } = await checkout(url, shop.brand.token, [
      { id: shop.itemId, licenseType: 'one_time', quantity: 1 },
      { id: shop.itemId, licenseType: 'perpetual', quantity: 1 },
    ]);
    await pay(url, shop.brand.token, order_id);
    const { position, value } = await told;
    socket.close();
    const figures = {
      ...noFigures,
      licenses: 2,
      gross_cents: 52_500,
      commission_cents: 10_500,
      owed_cents: 42_000,
      kept_cents: 10_500,
    };
    const today = dayOf(new Date().toISOString());
    expect(value).toEqual({ day: today, ...figures });
    const answer = await board(`?after=${position}`);
    expect(answer).toMatchObject({ from: daysLater(today, -29), to: today, days: [value], total: figures });
    expect(answer.position).toBeGreaterThanOrEqual(position);
    expect(answer.now).toEqual({
      pending_cents: 42_000,
      available_cents: 0,
      reserve_cents: 0,
      in_transit_cents: 0,
      disputes_cents: 0,
      cash: [{ name: 'sandbox', cents: 52_500 }],
    });
    expect(await board(`?to=${daysLater(today, -1)}`)).toMatchObject({ days: [], total: noFigures, now: answer.now });
  });

  it.each([
    ['?from=2026-02-30', 'from must be a day, such as 2026-11-20.'],
    ['?from=yesterday', 'from must be a day, such as 2026-11-20.'],
    ['?from=2026-11-21&to=2026-11-20', 'The first day must not be after the last.'],
    ['?from=2024-11-20&to=2026-11-20', 'Please ask for at most 366 days.'],
  ])('[PAY-32] says what is wrong with a range of days: %s', async (query, message) => {
    expect(await refusalOf(board(query))).toMatchObject({ status: 400, message });
  });
});
