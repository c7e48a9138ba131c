import type { ContentRow, OwnContentRow } from '@tessera/contract/content';
import type { CreatorDashboard } from '@tessera/domain/earnings/dashboard/creator-dashboard.view';
import type { Socket } from 'socket.io-client';
import {
  checkout,
  editOf,
  get,
  licenses,
  patch,
  pay,
  post,
  publish,
  refusalOf,
  signUpBrand,
  signUpCreator,
  upload,
} from '../support/worlds/client.ts';
import type { Account, CheckoutLine } from '../support/worlds/client.ts';
import { connect, nextMessage, watch } from '../support/live.ts';
import { drawPicture } from '../support/picture.ts';
import { startWholeApp } from '../support/worlds/whole-app.ts';

interface Mine {
  readonly items: readonly OwnContentRow[];
  readonly next_cursor: string | null;
  readonly position: number;
  readonly total?: number;
}
type Changed = OwnContentRow & { readonly position: number };
interface Marketplace {
  readonly items: readonly ContentRow[];
}
interface UploadResult {
  readonly duplicate_of: { readonly id: string; readonly title: string } | null;
}

const edited = editOf({ title: 'Edited' });

describe('a creator’s own content', () => {
  let shop: Awaited<ReturnType<typeof startWholeApp>>;
  let url: string;
  let brand: Account;
  let pictures = 0;

  beforeAll(async () => {
    shop = await startWholeApp();
    ({ url } = shop);
    brand = await signUpBrand(url);
  }, 60_000);
  afterAll(() => shop.close());

  const draw = async () => new Uint8Array(await drawPicture((pictures += 1), 200, 150));
  const put = async ({ token }: Account, title: string, more: { tags?: string[]; description?: string } = {}) =>
    publish(url, token, await upload(url, token, await draw()), { title, ...more });
  const buy = async (...lines: CheckoutLine[]) => {
    const { order_id } = await checkout(url, brand.token, lines);
    return pay(url, brand.token, order_id);
  };
  const mine = ({ token }: Account, query = '') => get<Mine>(`${url}/api/content/mine?${query}`, { token });
  const titles = async (account: Account, query = '') => (await mine(account, query)).items.map(({ title }) => title);
  const withdraw = (id: string, account: Account) =>
    post<Changed>(`${url}/api/content/${id}/withdraw`, undefined, account);
  const relist = (id: string, account: Account) => post<Changed>(`${url}/api/content/${id}/relist`, undefined, account);
  const onSale = async (position: number) =>
    (await get<Marketplace>(`${url}/api/marketplace?limit=500&after=${position}`)).items.map(({ id }) => id);

  it('[CREA-05] each item shows its sales live, and they add up to the dashboard', async () => {
    const creator = await signUpCreator(url);
    const socket = await connect(url, creator.token);
    expect(await watch(socket, 'own-content', creator.id)).toMatchObject({ value: null });
    const [dawn, rain] = [await put(creator, 'Dawn'), await put(creator, 'Rain')];
    const sold = nextMessage<OwnContentRow>(socket, ({ value }) => value.id === dawn.id && value.licenses === 1);
    await buy({ id: dawn.id });
    expect(await sold).toMatchObject({
      view: 'own-content',
      key: creator.id,
      value: { title: 'Dawn', status: 'on_sale', preparation: 'ready', gross_cents: 25_000, net_cents: 20_000 },
    });
    const { position } = await buy({ id: dawn.id, quantity: 2 }, { id: rain.id, licenseType: 'one_time' });
    const { items } = await mine(creator, `sort=earnings&after=${position}`);
    expect(items).toMatchObject([
      { title: 'Dawn', licenses: 2, gross_cents: 75_000, net_cents: 60_000, preparation_problem: null },
      { title: 'Rain', licenses: 1, gross_cents: 2_500, net_cents: 2_000 },
    ]);
    expect(items[1]?.last_sold_at).toMatch(/^\d{4}-\d\d-\d\dT/);
    expect(JSON.stringify(items)).not.toMatch(/sha256|original/);
    const { value } = await get<{ value: CreatorDashboard }>(`${url}/api/dashboards/creator`, creator);
    expect(value).toMatchObject({ total_content: 2, total_licenses: 3, gross_cents: 77_500, net_cents: 62_000 });
    socket.close();
  });

  it('[API-19] it can be sorted in five ways, filtered by status, type and words, and read page by page', async () => {
    const creator = await signUpCreator(url);
    const [birch, ash] = [await put(creator, 'birch', { tags: ['wood'] }), await put(creator, 'Ash')];
    const elm = await put(creator, 'Élan', { description: 'A WOODEN sledge' });
    const cedar = await put(creator, 'Cedar');
    await buy({ id: ash.id, licenseType: 'perpetual' });
    await buy({ id: cedar.id, licenseType: 'one_time' });
    const { position } = await buy({ id: cedar.id, licenseType: 'one_time' });
    await mine(creator, `after=${position}`);
    expect(await titles(creator)).toEqual(['Cedar', 'Élan', 'Ash', 'birch']);
    expect(await titles(creator, 'sort=newest')).toEqual(['Cedar', 'Élan', 'Ash', 'birch']);
    expect(await titles(creator, 'sort=oldest')).toEqual(['birch', 'Ash', 'Élan', 'Cedar']);
    expect(await titles(creator, 'sort=title')).toEqual(['Ash', 'birch', 'Cedar', 'Élan']);
    expect((await titles(creator, 'sort=licenses')).slice(0, 2)).toEqual(['Cedar', 'Ash']);
    expect((await titles(creator, 'sort=earnings')).slice(0, 2)).toEqual(['Ash', 'Cedar']);
    expect(await titles(creator, 'sort=title&search=wood')).toEqual(['birch', 'Élan']);
    // [FIX-44] Accents are folded.
    expect(await titles(creator, 'search=elan')).toEqual(['Élan']);
    expect(await titles(creator, 'search=nothing')).toEqual([]);
    expect(await titles(creator, 'type=video')).toEqual([]);
    expect(await titles(creator, 'type=image&search=CEDAR')).toEqual(['Cedar']);

    const withdrawn = await withdraw(elm.id, creator);
    expect(await titles(creator, `status=withdrawn&after=${withdrawn.position}`)).toEqual(['Élan']);
    expect(await titles(creator, 'status=on_sale&sort=oldest')).toEqual(['birch', 'Ash', 'Cedar']);

    const first = await mine(creator, 'sort=title&limit=3');
    const rest = await mine(creator, `sort=title&limit=3&cursor=${first.next_cursor}`);
    expect([...first.items, ...rest.items].map(({ id }) => id)).toEqual([ash.id, birch.id, cedar.id, elm.id]);
    expect(rest.next_cursor).toBeNull();
    expect([first.total, rest.total, (await mine(creator, 'search=CEDAR&limit=1')).total]).toEqual([4, undefined, 1]);
    expect(await titles(await signUpCreator(url, 'Otto Other'))).toEqual([]);
  });

  it('an unknown order, status or type is refused, and the answer lists the valid ones', async () => {
    const creator = await signUpCreator(url);
    for (const [query, message] of [
      ['sort=best', 'sort must be one of: newest, oldest, title, licenses, earnings.'],
      ['sort=title&sort=oldest', 'sort must be one of: newest, oldest, title, licenses, earnings.'],
      ['status=gone', 'status must be one of: on_sale, withdrawn.'],
      ['type=sound', 'type must be one of: image, video.'],
      ['search=a&search=b', 'search must be one text of at most 200 characters.'],
    ] as const) {
      expect(await refusalOf(mine(creator, query))).toMatchObject({ status: 400, code: 'invalid_input', message });
    }
    const { next_cursor } = await mine(creator, 'limit=1');
    expect(next_cursor).toBeNull();
    expect(await refusalOf(mine(creator, 'cursor=nonsense'))).toMatchObject({ status: 400 });
  });

  it('pages sorted by age neither repeat nor miss an item while items are sold; sorted by sales, none is repeated', async () => {
    const creator = await signUpCreator(url);
    const made = [];
    for (const title of ['A', 'B', 'C', 'D', 'E']) made.push(await put(creator, title));
    await buy({ id: made[0]?.id ?? '' });
    const { position } = await buy({ id: made[1]?.id ?? '' });
    const [byAge, bySales] = await Promise.all([
      mine(creator, `limit=2&after=${position}`),
      mine(creator, 'limit=2&sort=licenses'),
    ]);
    // One item from the first page and one from a later page are sold.
    await buy({ id: made[0]?.id ?? '' });
    const sold = await buy({ id: made[4]?.id ?? '' });
    const restOf = async (query: string, page: Mine) => {
      const items = [...page.items];
      for (let cursor = page.next_cursor; cursor !== null;) {
        const next = await mine(creator, `limit=2&${query}&cursor=${cursor}&after=${sold.position}`);
        items.push(...next.items);
        cursor = next.next_cursor;
      }
      return items.map(({ title }) => title);
    };
    expect(await restOf('sort=newest', byAge)).toEqual(['E', 'D', 'C', 'B', 'A']);
    const seen = await restOf('sort=licenses', bySales);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toEqual(expect.arrayContaining(['A', 'B', 'C', 'D']));
  });

  it('[CONST-04] a withdrawn item leaves open marketplaces live and comes back unchanged', async () => {
    const creator = await signUpCreator(url);
    const item = await put(creator, 'Lighthouse', { tags: ['coast'] });
    const [visitor, buyer] = await Promise.all([connect(url), connect(url, brand.token)]);
    const sockets: readonly Socket[] = [visitor, buyer];
    for (const socket of sockets) await watch(socket, 'marketplace', 'all');
    const left = Promise.all(sockets.map((socket) => nextMessage(socket, ({ removed }) => removed === item.id)));

    const withdrawn = await withdraw(item.id, creator);
    expect(withdrawn).toMatchObject({ id: item.id, title: 'Lighthouse', status: 'withdrawn', licenses: 0 });
    for (const message of await left) {
      expect(message).toEqual({
        view: 'marketplace',
        key: 'all',
        position: withdrawn.position,
        value: null,
        removed: item.id,
      });
    }
    expect(await onSale(withdrawn.position)).not.toContain(item.id);
    const other = await signUpCreator(url, 'Otto Other');
    for (const token of [undefined, brand.token, other.token]) {
      const asked = get(`${url}/api/content/${item.id}`, token === undefined ? {} : { token });
      expect(await refusalOf(asked)).toMatchObject({ status: 404 });
    }
    expect(await get(`${url}/api/content/${item.id}`, creator)).toMatchObject({
      title: 'Lighthouse',
      status: 'withdrawn',
      creator_name: creator.name,
    });

    const back = Promise.all(
      sockets.map((socket) => nextMessage<ContentRow | null>(socket, ({ value }) => value?.id === item.id)),
    );
    const relisted = await relist(item.id, creator);
    expect(relisted).toMatchObject({ id: item.id, status: 'on_sale' });
    for (const { value } of await back) {
      expect(value).toMatchObject({ title: 'Lighthouse', tags: ['coast'], created_at: withdrawn.created_at });
    }
    expect(await onSale(relisted.position)).toContain(item.id);
    expect(await get(`${url}/api/content/${item.id}`)).toMatchObject({ title: 'Lighthouse', status: 'on_sale' });
    const { value } = await get<{ value: CreatorDashboard }>(`${url}/api/dashboards/creator`, creator);
    expect(value.total_content).toBe(1);
    for (const socket of sockets) socket.close();
  });

  it('a withdrawn item can’t be bought, and its licenses stay valid with their agreements and original', async () => {
    const creator = await signUpCreator(url);
    const item = await put(creator, 'Storm');
    const { license_ids, position } = await buy({ id: item.id });
    const owned = async (after: number) => (await licenses(url, brand.token, after)).items.find(isThis);
    const isThis = ({ id }: { id: string }) => id === license_ids[0];
    const before = await owned(position);
    const agreementOf = (account: Account) => get(`${url}/api/licenses/${license_ids[0]}/agreement`, account);
    const agreement = await agreementOf(brand);

    const withdrawn = await withdraw(item.id, creator);
    expect(withdrawn).toMatchObject({ licenses: 1, gross_cents: 25_000 });
    expect(await refusalOf(checkout(url, brand.token, [{ id: item.id, title: 'Storm' }]))).toMatchObject({
      status: 422,
      code: 'not_for_sale',
      message: '“Storm” is not for sale. Please remove it from your cart.',
    });
    expect(await owned(withdrawn.position)).toEqual(before);
    for (const party of [brand, creator]) expect(await agreementOf(party)).toEqual(agreement);
    const original = await fetch(`${url}/api/licenses/${license_ids[0]}/download`, {
      headers: { authorization: `Bearer ${brand.token}` },
    });
    expect([original.status, original.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect((await original.arrayBuffer()).byteLength).toBeGreaterThan(0);
    const relisted = await relist(item.id, creator);
    expect(relisted).toMatchObject({ licenses: 1, gross_cents: 25_000, net_cents: 20_000 });
    await buy({ id: item.id });
  });

  it('withdrawing an item again, or putting back one that is for sale, changes nothing', async () => {
    const creator = await signUpCreator(url);
    const item = await put(creator, 'Twice');
    const before = await shop.lengthOf(`content-${item.id}`);
    expect(await relist(item.id, creator)).toMatchObject({ status: 'on_sale' });
    expect(await shop.lengthOf(`content-${item.id}`)).toBe(before);
    const first = await withdraw(item.id, creator);
    expect(await withdraw(item.id, creator)).toEqual(first);
    expect(await shop.lengthOf(`content-${item.id}`)).toBe(before + 1);
  });

  it('[UP-76] for everyone except its creator there is nothing to withdraw or put back', async () => {
    const creator = await signUpCreator(url);
    const item = await put(creator, 'Mine');
    const other = await signUpCreator(url, 'Otto Other');
    const before = await shop.lengthOf(`content-${item.id}`);
    for (const change of [withdraw, relist]) {
      expect(await refusalOf(change(item.id, other))).toMatchObject({ status: 404, code: 'not_found' });
      expect(await refusalOf(change('nothing', creator))).toMatchObject({ status: 404, code: 'not_found' });
      expect(await refusalOf(change(item.id, brand))).toMatchObject({ status: 403 });
    }
    expect(await shop.lengthOf(`content-${item.id}`)).toBe(before);
    const socket = await connect(url, other.token);
    expect(await watch(socket, 'own-content', creator.id)).toMatchObject({ error: { code: 'refused' } });
    socket.close();
  });

  it('[UP-75] a withdrawn item can be edited only once it is back on sale, as the refusal says', async () => {
    const creator = await signUpCreator(url);
    const item = await put(creator, 'Resting');
    await withdraw(item.id, creator);
    const edit = () => patch<Changed>(`${url}/api/content/${item.id}`, edited, creator);
    expect(await refusalOf(edit())).toMatchObject({
      status: 409,
      code: 'withdrawn_from_sale',
      message: 'Put the item back on sale before you edit it.',
    });
    await relist(item.id, creator);
    expect(await edit()).toMatchObject({ title: 'Edited', status: 'on_sale' });
  });

  it('uploading the same file again names the item made from it, to its own creator only', async () => {
    const [creator, other] = [await signUpCreator(url), await signUpCreator(url, 'Otto Other')];
    const picture = await draw();
    const resultOf = (uploadId: string, { token }: Account, after = -1) =>
      get<UploadResult>(`${url}/api/uploads/${uploadId}/result?after=${after}`, { token });
    const first = await upload(url, creator.token, picture);
    expect(await resultOf(first, creator)).toMatchObject({ duplicate_of: null });
    const { id, position } = await publish(url, creator.token, first, { title: 'First' });
    // An upload is not a duplicate of the item that was made from it.
    expect(await resultOf(first, creator, position)).toMatchObject({ duplicate_of: null });
    const again = await upload(url, creator.token, picture, 'renamed.jpg');
    expect(await resultOf(again, creator, position)).toMatchObject({ duplicate_of: { id, title: 'First' } });
    const withdrawn = await withdraw(id, creator);
    expect(await resultOf(again, creator, withdrawn.position)).toMatchObject({ duplicate_of: { id, title: 'First' } });
    const others = await upload(url, other.token, picture);
    expect(await resultOf(others, other)).toMatchObject({ duplicate_of: null });
    expect((await publish(url, creator.token, again, { title: 'Second' })).id).not.toBe(id);
  });

  it('a creator’s data export contains withdrawn items too', async () => {
    const creator = await signUpCreator(url);
    const item = await put(creator, 'Kept');
    const { position } = await withdraw(item.id, creator);
    const exported = await get<{ content: OwnContentRow[] }>(`${url}/api/account/export?after=${position}`, creator);
    expect(exported.content).toMatchObject([{ id: item.id, title: 'Kept', status: 'withdrawn' }]);
  });
});
