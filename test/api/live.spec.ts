import type { CreatorDashboard } from '@tessera/domain/earnings/dashboard/creator-dashboard.view';
import type { ContentRow } from '@tessera/contract/content';
import { checkout, get, pay, post, publish, signInAdmin, signUpCreator, upload } from '../support/worlds/client.ts';
import { closesAfter, connect, nextMessage, watch } from '../support/live.ts';
import { drawPicture } from '../support/picture.ts';
import { startProduct } from '../support/worlds/product.ts';
import type { Product } from '../support/worlds/product.ts';
import { openShop } from '../support/worlds/shop.ts';
import type { Shop } from '../support/worlds/shop.ts';
import { until } from '../support/until.ts';

interface ViewRow {
  readonly view: string;
  readonly replay: { readonly state: string; readonly position: number } | null;
}

describe('live updates', () => {
  let product: Product;
  let shop: Shop;
  let url: string;

  beforeAll(async () => {
    product = await startProduct();
    ({ url } = product);
    shop = await openShop(product);
  }, 60_000);
  afterAll(async () => {
    await product.stop();
    product.forget();
  });

  const sell = async () => {
    const { order_id } = await checkout(url, shop.brand.token, [{ id: shop.itemId }]);
    return pay(url, shop.brand.token, order_id);
  };

  it('[CONST-04] a sale reaches the creator’s open dashboard, with the position it reflects', async () => {
    const socket = await connect(url, shop.creator.token);
    const first = await watch(socket, 'creator-dashboard', shop.creator.id);
    expect(first).toMatchObject({ value: { total_content: 1, total_licenses: 0 } });
    const pushed = nextMessage<CreatorDashboard>(socket, ({ value }) => value.total_licenses === 1);
    const { position } = await sell();
    const message = await pushed;
    expect(message).toMatchObject({
      view: 'creator-dashboard',
      key: shop.creator.id,
      value: { gross_cents: 25_000, net_cents: 20_000, sales: [{ brand_name: 'Acme', price_cents: 25_000 }] },
    });
    // The license is the second to last event of the payment's append; the dashboard ignores the agreement after it.
    expect(message.position).toBe(position - 1);
    socket.close();
  });

  it('a new item reaches everyone who watches the marketplace, visitors too, without its original’s path', async () => {
    const socket = await connect(url);
    expect(await watch(socket, 'marketplace', 'all')).toMatchObject({ value: null });
    const pushed = nextMessage<ContentRow>(socket, ({ value }) => value.title === 'Snow');
    const uploadId = await upload(url, shop.creator.token, new Uint8Array(await drawPicture(2, 800, 600)));
    await publish(url, shop.creator.token, uploadId, { title: 'Snow' });
    const { value } = await pushed;
    expect(value).toMatchObject({ creator_id: shop.creator.id, one_time_price: 25 });
    expect(JSON.stringify(value)).not.toContain('original');
    socket.close();
  });

  it('nobody may watch documents of another account or of the admin', async () => {
    const stranger = await signUpCreator(url, 'Cora');
    for (const token of [stranger.token, shop.brand.token, undefined]) {
      const socket = await connect(url, token);
      for (const [view, key] of [
        ['creator-dashboard', shop.creator.id],
        ['platform-counts', 'platform'],
        ['event-log', 'all'],
        ['view-status', 'all'],
        ['profiles', shop.creator.id],
        ['licenses', 'any'],
        ['nothing', 'all'],
      ] as const) {
        expect(await watch(socket, view, key)).toMatchObject({ error: { code: 'refused' } });
      }
      socket.close();
    }
  });

  it('a connection may watch 50 views, whoever it belongs to, and any of these again', async () => {
    const socket = await connect(product.url, shop.creator.token);
    const watchNext = (place: number) => watch(socket, 'creator-ledger', `${shop.creator.id}/license-${place}`);
    for (let place = 1; place <= 50; place += 1) expect(await watchNext(place)).toMatchObject({ value: null });
    expect(await watchNext(51)).toEqual({ error: { code: 'refused', message: 'At most 50 views at once.' } });
    expect(await watchNext(50)).toMatchObject({ value: null });
    socket.close();
  });

  it('[CONST-02] a connection announces a heartbeat every 30000 ms', async () => {
    const answer = await (await fetch(`${url}/socket.io/?EIO=4&transport=polling`)).text();
    expect((JSON.parse(answer.slice(1)) as { pingInterval: number }).pingInterval).toBe(30_000);
  });

  it('an invalid token can’t connect', async () => {
    await expect(connect(url, 'not.a.token')).rejects.toThrow('not_signed_in');
  });

  it('a connection whose session has ended is closed', async () => {
    const creator = await signUpCreator(url, 'Cleo');
    const socket = await connect(url, creator.token);
    const signOut = () => post(`${url}/auth/v1/logout?scope=local`, undefined, { token: creator.token });
    await closesAfter([socket], signOut);
  });

  it('the admin replays the creators’ dashboards while sales continue: progress is live, and the figures stay the same', async () => {
    const token = await signInAdmin(url, product.adminPassword());
    const socket = await connect(url, token);
    await watch(socket, 'view-status', 'all');
    const isDone = ({ value }: { value: { items: readonly ViewRow[] } }) =>
      value.items.some(({ view, replay }) => view === 'creator-dashboard' && replay?.state === 'done');
    const done = nextMessage<{ items: readonly ViewRow[] }>(socket, isDone);
    const sales = Promise.all([sell(), sell(), sell()]);
    expect(await post(`${url}/api/admin/views/creator-dashboard/replay`, undefined, { token })).toEqual({
      started: true,
    });
    await done;
    const last = Math.max(...(await sales).map(({ position }) => position));
    const dashboard = await get<{ value: CreatorDashboard }>(`${url}/api/dashboards/creator?after=${last}`, {
      token: shop.creator.token,
    });
    const owned = await get<{ items: readonly { price: number }[] }>(`${url}/api/licenses?after=${last}`, {
      token: shop.creator.token,
    });
    expect(dashboard.value.total_licenses).toBe(owned.items.length);
    expect(dashboard.value.gross_cents).toBe(owned.items.reduce((sum, { price }) => sum + price * 100, 0));
    socket.close();
  });

  it('watchers of a view are told when a replay has rewritten its documents', async () => {
    const token = await signInAdmin(url, product.adminPassword());
    const socket = await connect(url, shop.creator.token);
    const known = await watch(socket, 'creator-dashboard', shop.creator.id);
    const update = nextMessage<CreatorDashboard>(socket, ({ key }) => key === shop.creator.id);
    await post(`${url}/api/admin/views/creator-dashboard/replay`, undefined, { token });
    const { position, value } = await update;
    expect({ position, value }).toEqual(known);
    socket.close();
  });

  it('the admin sees the event log grow live, in plain sentences', async () => {
    const token = await signInAdmin(url, product.adminPassword());
    const socket = await connect(url, token);
    await watch(socket, 'event-log', 'all');
    const update = nextMessage<{ items: readonly { sentence: string }[] }>(socket, ({ view, value }) => {
      return (
        view === 'event-log' && value.items.some(({ sentence }) => sentence.includes('was granted a 6-Month License'))
      );
    });
    await sell();
    await update;
    socket.close();
  });

  it('the workflow posts every sale to the ledger soon afterward', async () => {
    const token = await signInAdmin(url, product.adminPassword());
    const { license_ids } = await sell();
    const posted = await until('the earning is posted', async () => {
      const log = await get<{ items: readonly { sentence: string }[] }>(
        `${url}/api/admin/events?stream=earning-${license_ids[0]}`,
        { token },
      );
      return log.items[0];
    });
    expect(posted.sentence).toMatch(
      /^\$250\.00 was posted to the ledger, available on \d{4}-\d\d-\d\d, to be paid by \d{4}-\d\d-\d\d\.$/,
    );
  });
});
