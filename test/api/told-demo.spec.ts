import type { PublicCreatorPage } from '@tessera/contract/accounts/profile';
import type { MarketplacePage } from '@tessera/contract/content';
import type { CreatorPeriod } from '@tessera/contract/dashboards';
import type { Balance } from '@tessera/contract/money/earnings';
import type { DisputePage, RefundPage } from '@tessera/contract/money/refunds';
import type { NotificationPage } from '@tessera/contract/notifications';
import { TrafficCounter } from '../../apps/api/src/traffic/traffic-counter.ts';
import { catalog } from '../demo/catalog.ts';
import { brands, creators } from '../demo/people.ts';
import type { Happening } from '../demo/story.ts';
import { tell } from '../demo/tell.ts';
import { get, signInAdmin } from '../support/worlds/client.ts';
import { adminPassword, startWholeApp } from '../support/worlds/whole-app.ts';

const [ridges, dunes] = ['pictures/ridges-at-dusk.jpg', 'pictures/dunes-low-sun.jpg'] as const;
const lines = (file: string, licenseType: 'one_time' | 'six_month') => [{ file, licenseType }];
const adminEmail = 'operator@tessera.example';
const northwind = { kind: 'sold', to: 'northwind', ago: 0 } as const;

/** Leila joined with Mara's code; prices are $45 or $40 for one-time use and $290 or $260 for six months. */
const happened: readonly Happening[] = [
  { kind: 'creator joins', who: 'mara', ago: 0 },
  { kind: 'creator joins', who: 'leila', ago: 0 },
  { kind: 'brand joins', who: 'northwind', ago: 0 },
  { kind: 'published', file: ridges, ago: 0 },
  { kind: 'published', file: dunes, ago: 0 },
  { ...northwind, sale: 0, lines: lines(dunes, 'six_month') },
  { ...northwind, sale: 1, lines: lines(ridges, 'six_month') },
  { ...northwind, sale: 2, lines: lines(dunes, 'one_time') },
  { ...northwind, sale: 3, lines: lines(ridges, 'one_time') },
  { kind: 'looked at', by: 'northwind', files: [ridges], times: 3, ago: 0 },
  { kind: 'disputed', sale: 2, ago: 0 },
  { kind: 'reported', by: 'northwind', file: dunes, why: 'Another desert.', ago: 0 },
  { kind: 'refund asked', sale: 1, why: 'Called off.', ago: 0 },
  { kind: 'refunded', sale: 1, why: 'Not used.', ago: 0 },
  { kind: 'taken down', file: dunes, ago: 0 },
  { kind: 'notifications read', ago: 0 },
];

it('[GAL-02] [FIX-44] the demo’s history is created by the service’s own commands, whoever is its admin, and its figures agree', async () => {
  const app = await startWholeApp({ PAYOUTS: 'sandbox', ADMIN_EMAIL: adminEmail });
  try {
    const told = { catalog, creators, brands };
    const { people, items } = await tell({ url: app.url, told, adminEmail, adminPassword }, happened);
    const balanceOf = async (key: string) =>
      get<Balance>(`${app.url}/api/earnings/balance`, { token: (await people.get(key)).token });

    const [mara, leila] = [await balanceOf('mara'), await balanceOf('leila')];
    // Mara: 5% of $260 plus 80% of $45. Leila: 80% of $260.
    expect([mara.pending_cents, leila.pending_cents]).toEqual([1_300 + 3_600, 20_800]);
    // 5% and 80% of the disputed $40.
    expect([mara.held_cents, leila.held_cents]).toEqual([200, 3_200]);
    // 80% of $290.
    expect([mara.reversed_cents, leila.reversed_cents]).toEqual([23_200, 0]);
    for (const { pending_cents, available_cents, held_cents, in_transit_cents, paid_cents, ...all } of [mara, leila]) {
      const parts = pending_cents + available_cents + held_cents + in_transit_cents + paid_cents;
      expect(parts).toBe(all.earned_cents - all.reversed_cents);
    }

    const token = await signInAdmin(app.url, adminPassword, {}, adminEmail);
    const { items: disputes } = await get<DisputePage>(`${app.url}/api/admin/disputes`, { token });
    expect(disputes).toMatchObject([{ standing: 'open', amount_money: { amount_cents: 4_000 } }]);
    const { items: refunds } = await get<RefundPage>(`${app.url}/api/admin/refunds?status=refunded`, { token });
    expect(refunds).toMatchObject([{ refunded_money: { amount_cents: 29_000 }, brand_name: 'Northwind' }]);
    const wall = await get<MarketplacePage>(`${app.url}/api/marketplace`);
    expect(wall.items.map(({ id, title }) => [id, title])).toEqual([[items.get(ridges), 'Ridges at dusk']]);

    await app.app.get(TrafficCounter).write();
    const { token: maras } = await people.get('mara');
    const period = await get<CreatorPeriod>(`${app.url}/api/dashboards/creator/figures?after=${await app.head()}`, {
      token: maras,
    });
    expect(period.period.total).toMatchObject({ views: 3, carts: 1 });
    expect((await get<NotificationPage>(`${app.url}/api/notifications`, { token: maras })).unread).toBe(0);
    expect(await get<PublicCreatorPage>(`${app.url}/api/creators/mara.lindqvist`)).toMatchObject({
      name: 'Mara Lindqvist',
      portrait_url: expect.any(String) as string,
    });
    expect(app.logged).toEqual([]);
  } finally {
    await app.close();
  }
});
