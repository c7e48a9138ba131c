import type { OwnContentPage } from '@tessera/contract/content';
import type { CreatorPeriod } from '@tessera/contract/dashboards';
import type { ReferralCodePage } from '@tessera/contract/referrals';
import { TrafficCounter } from '../../apps/api/src/traffic/traffic-counter.ts';
import { Clock } from '../../apps/api/src/kernel/clock.ts';
import { EventStore } from '../../apps/api/src/kernel/log/port.ts';
import { until } from '../support/until.ts';
import { get, post } from '../support/worlds/client.ts';
import { openShop } from '../support/worlds/shop.ts';
import type { Shop } from '../support/worlds/shop.ts';
import { startWholeApp } from '../support/worlds/whole-app.ts';
import type { WholeApp } from '../support/worlds/whole-app.ts';

const person = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const robot = 'Mozilla/5.0 (compatible; SearchBot/2.1; +https://search.example/bot)';

describe('[GAL-13] page views are counted, and nothing about the viewers is kept', () => {
  let whole: WholeApp;
  let shop: Shop;

  const track = async (kind: string, id: string, { token = '', agent = person } = {}) => {
    const response = await fetch(`${whole.url}/api/looks`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': agent,
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ kind, id }),
    });
    expect({ status: response.status, cookie: response.headers.get('set-cookie') }).toEqual({
      status: 204,
      cookie: null,
    });
  };
  const counted = async () => {
    const { token } = shop.creator;
    const after = await whole.head();
    const { items } = await get<OwnContentPage>(`${whole.url}/api/content/mine?after=${after}`, { token });
    const { period } = await get<CreatorPeriod>(`${whole.url}/api/dashboards/creator/figures?after=${after}`, {
      token,
    });
    expect(items[0]).toMatchObject({ views: period.total.views, carts: period.total.carts });
    return { views: items[0]?.views, carts: items[0]?.carts };
  };

  beforeAll(async () => {
    whole = await startWholeApp();
    shop = await openShop(whole);
  });
  afterAll(() => whole.close());

  it('views by visitors and brands count, those by robots and the creator do not, and the log grows by one event', async () => {
    const before = await whole.head();
    await track('view', shop.itemId);
    await track('view', shop.itemId, { token: shop.brand.token });
    await track('view', shop.itemId, { agent: robot });
    await track('view', shop.itemId, { token: shop.creator.token });
    await track('view', 'no-such-item');
    await track('cart', shop.itemId, { token: shop.brand.token });
    await track('cart', shop.itemId);
    expect(await whole.head()).toBe(before);
    await whole.app.get(TrafficCounter).write();
    const recorded = await whole.app.get<EventStore>(EventStore).readAll({ after: before, limit: 10 });
    expect(recorded).toHaveLength(1);
    expect(recorded[0]).toMatchObject({ type: 'LooksCounted', metadata: { actor: 'system' } });
    for (const nobody of [shop.brand.id, person, '127.0.0.1']) expect(JSON.stringify(recorded)).not.toContain(nobody);
    expect(await counted()).toEqual({ views: 2, carts: 1 });
  });

  it('without new views nothing is written', async () => {
    const before = await whole.head();
    await whole.app.get(TrafficCounter).write();
    expect(await whole.head()).toBe(before);
  });

  it('counts are written at shutdown; those that the log could not accept are written later, once', async () => {
    await track('view', shop.itemId);
    const events = whole.app.get<EventStore>(EventStore);
    const append = jest.spyOn(events, 'append').mockRejectedValueOnce(new Error('The log is away.'));
    await whole.app.get(TrafficCounter).write();
    expect(await counted()).toEqual({ views: 2, carts: 1 });
    await track('view', shop.itemId);
    append.mockImplementationOnce(async (...batch) => {
      append.mockRestore();
      await events.append(...batch);
      throw new Error('The answer was lost.');
    });
    await whole.app.get(TrafficCounter).write();
    await whole.app.get(TrafficCounter).beforeApplicationShutdown();
    await whole.app.get(TrafficCounter).write();
    expect(await counted()).toEqual({ views: 4, carts: 1 });
  });

  it('the counts of a day are written once the next has begun', async () => {
    await track('view', shop.itemId);
    const before = await whole.head();
    const clock = whole.app.get(Clock);
    const tomorrow = new Date(Date.now() + 86_400_000);
    const now = jest.spyOn(clock, 'now').mockReturnValue(tomorrow);
    await track('view', shop.itemId);
    now.mockRestore();
    const events = whole.app.get<EventStore>(EventStore);
    const recorded = await until('both days are written', async () => {
      const since = await events.readAll({ after: before, limit: 10 });
      return since.length === 2 && since;
    });
    expect(recorded.map(({ data }) => data)).toMatchObject(
      [new Date(), tomorrow].map((day) => ({ day: day.toISOString().slice(0, 10), items: [{ views: 1 }] })),
    );
  });

  it('[GAL-17] visits through a referral link count for its code, except the creator’s own and those without a valid code', async () => {
    const { token } = shop.creator;
    const { code } = await post<{ code: string }>(`${whole.url}/api/referral-codes`, {}, { token });
    await track('visit', code);
    await track('visit', `${code.slice(0, 4)}-${code.slice(4)}`.toLowerCase());
    await track('visit', code, { token });
    await track('visit', code, { agent: robot });
    await track('visit', '00000000');
    await whole.app.get(TrafficCounter).write();
    const own = `${whole.url}/api/referral-codes?after=${await whole.head()}`;
    expect((await get<ReferralCodePage>(own, { token })).items).toMatchObject([{ code, visits: 2, sign_ups: 0 }]);
  });

  it.each([
    [{ kind: 'stare', id: 'x' }, 'kind'],
    [{ kind: 'view', id: 'x'.repeat(101) }, 'id'],
  ])('%j is refused', async (body, field) => {
    const response = await fetch(`${whole.url}/api/looks`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { fields: { [field]: expect.any(String) as string } } });
  });
});
