import type { NotificationPage, NotificationsMarked } from '@tessera/contract/notifications';
import { connect, nextMessage, watch } from '../support/live.ts';
import { checkout, get, pay, post, refusalOf, signIn } from '../support/worlds/client.ts';
import type { Account } from '../support/worlds/client.ts';
import { openShop } from '../support/worlds/shop.ts';
import { startWholeApp } from '../support/worlds/whole-app.ts';

describe('notifications', () => {
  let app: Awaited<ReturnType<typeof startWholeApp>>;
  let shop: Awaited<ReturnType<typeof openShop>>;

  beforeAll(async () => {
    app = await startWholeApp();
    shop = await openShop(app);
  }, 60_000);
  afterAll(() => app.close());

  const list = ({ token }: Pick<Account, 'token'>, after = 0) =>
    get<NotificationPage>(`${app.url}/api/notifications?after=${after}`, { token });
  const read = (notification_id: unknown, and_older: unknown, { token }: Pick<Account, 'token'>) =>
    post<NotificationsMarked>(`${app.url}/api/notifications/read`, { notification_id, and_older }, { token });
  const buy = async () => {
    const { order_id } = await checkout(app.url, shop.brand.token, [{ id: shop.itemId }]);
    return pay(app.url, shop.brand.token, order_id);
  };

  it('[GAL-15] a creator is notified of a sale immediately; what is read on one device is read on the other, and nobody else’s is affected', async () => {
    const { creator, brand } = shop;
    const phone = await signIn(app.url, creator);
    const socket = await connect(app.url, phone.token);
    await watch(socket, 'notifications', creator.id);
    const nextUnread = (unread: number) =>
      nextMessage<{ unread: number } | null>(socket, ({ value }) => value?.unread === unread);
    const both = nextUnread(2);
    await buy();
    await buy();
    const { position } = await both;
    // A new connection gets the same value, and no more than is pushed.
    const laptop = await connect(app.url, creator.token);
    expect(await watch(laptop, 'notifications', creator.id)).toEqual({ position, value: { unread: 2 } });
    laptop.close();
    const { items, unread } = await list(creator, position);
    expect(unread).toBe(2);
    expect(items).toMatchObject([
      { kind: 'sale', read: false, title: 'Harbour at dawn', buyer: 'Acme', about: expect.any(String) as string },
      { kind: 'sale', read: false },
    ]);
    expect(items[0]!.amount).toBeGreaterThan(0);
    expect((await list(brand)).items).toEqual([]);

    // Another account has nothing to mark as read and changes nothing.
    expect((await read(items[0]!.id, true, brand)).marked).toBe(0);
    const oneUnread = nextUnread(1);
    const marked = await read(items[1]!.id, false, phone);
    expect(marked.marked).toBe(1);
    await oneUnread;
    expect((await list(creator, marked.position)).items.map((row) => row.read)).toEqual([false, true]);
    const noneUnread = nextUnread(0);
    expect((await read(items[0]!.id, true, creator)).marked).toBe(1);
    await noneUnread;
    const again = await read(items[0]!.id, true, phone);
    expect(again.marked).toBe(0);
    expect(await list(phone, again.position)).toMatchObject({ unread: 0, items: [{ read: true }, { read: true }] });
    socket.close();
  });

  it('[GAL-15] a request that names no notification is refused with the invalid field', async () => {
    for (const [id, older] of [
      ['', true],
      [7, true],
      ['x'.repeat(101), false],
      ['some-id', 'yes'],
    ] as const) {
      expect(await refusalOf(read(id, older, shop.creator))).toMatchObject({ status: 400, code: 'invalid_input' });
    }
  });
});
