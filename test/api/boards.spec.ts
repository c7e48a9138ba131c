import type { BoardChanged, BoardDetails, BoardLinkMade, BoardPage, SharedBoard } from '@tessera/contract/boards';
import { EventStore } from '../../apps/api/src/kernel/log/port.ts';
import {
  confirmOwner,
  del,
  get,
  password,
  patch,
  post,
  publish,
  put,
  refusalOf,
  signUpBrand,
  signUpCreator,
  upload,
} from '../support/worlds/client.ts';
import type { Account } from '../support/worlds/client.ts';
import { connect, nextMessage, watch } from '../support/live.ts';
import { drawPicture } from '../support/picture.ts';
import { startWholeApp } from '../support/worlds/whole-app.ts';

describe('a brand’s boards', () => {
  let shop: Awaited<ReturnType<typeof startWholeApp>>;
  let url: string;
  let creator: Account;
  let rain: string;
  let dawn: string;

  beforeAll(async () => {
    shop = await startWholeApp();
    ({ url } = shop);
    creator = await signUpCreator(url);
    const put = async (seed: number, title: string) => {
      const file = new Uint8Array(await drawPicture(seed, 200, 150));
      return (await publish(url, creator.token, await upload(url, creator.token, file), { title })).id;
    };
    [rain, dawn] = [await put(1, 'Rain'), await put(2, 'Dawn')];
  }, 60_000);
  afterAll(() => shop.close());

  const list = (brand: Account) => get<BoardPage>(`${url}/api/boards`, brand);
  const show = (brand: Account, id: string) => get<BoardDetails>(`${url}/api/boards/${id}`, brand);
  const save = (brand: Account, id: string, item: string, body: object = {}) =>
    put<BoardChanged>(`${url}/api/boards/${id}/items/${item}`, body, brand);
  const share = (brand: Account, id: string, with_notes: boolean) =>
    put<BoardLinkMade>(`${url}/api/boards/${id}/link`, { with_notes }, brand);
  const open = (token: string) => get<SharedBoard>(`${url}/api/shared-boards/${token}`);
  const deleteAccount = (brand: Account) =>
    fetch(`${url}/api/account`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${brand.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ password }),
    });

  it('[GAL-11] an item is saved once, annotated, removed and put back; every tab of the brand is told, and no other brand', async () => {
    const [brand, other] = [await signUpBrand(url), await signUpBrand(url)];
    const socket = await connect(url, brand.token);
    await watch(socket, 'boards', brand.id);
    const pushed = nextMessage<{ boards: readonly { items: number }[] }>(
      socket,
      ({ value }) => value.boards[0]?.items === 2,
    );
    const { id } = await post<BoardChanged>(`${url}/api/boards`, { name: ' Spring ', content_ids: [rain] }, brand);
    const { position } = await save(brand, id, dawn);
    expect(await save(brand, id, dawn)).toEqual({ id, position });
    expect(await pushed).toMatchObject({ key: brand.id, position });
    await patch(`${url}/api/boards/${id}/items/${rain}`, { note: 'For Anna' }, brand);
    expect(await list(brand)).toMatchObject({
      items: [{ id, name: 'Spring', shared: false, content_ids: [dawn, rain], covers: [{ id: dawn }, { id: rain }] }],
    });
    expect((await show(brand, id)).items).toMatchObject([
      { content_id: dawn, title: 'Dawn', note: '', content: { id: dawn, from_price: 25 } },
      { content_id: rain, title: 'Rain', note: 'For Anna', content: { id: rain } },
    ]);
    await del(`${url}/api/boards/${id}/items/${rain}`, brand);
    await save(brand, id, rain, { note: 'For Anna' });
    expect((await show(brand, id)).items.map(({ title, note }) => [title, note])).toEqual([
      ['Rain', 'For Anna'],
      ['Dawn', ''],
    ]);
    expect(await refusalOf(show(other, id))).toMatchObject({ status: 404, code: 'not_found' });
    expect(await refusalOf(save(other, id, rain))).toMatchObject({ status: 404 });
    expect(await refusalOf(save(brand, id, 'nothing'))).toMatchObject({ status: 404 });
    const again = post(`${url}/api/boards`, { name: 'SPRING' }, brand);
    expect(await refusalOf(again)).toMatchObject({ status: 409, fields: { name: expect.stringContaining('another') } });
    await patch(`${url}/api/boards/${id}`, { name: 'Summer' }, brand);
    await del(`${url}/api/boards/${id}`, brand);
    expect((await list(brand)).items).toEqual([]);
    socket.close();
  });

  it('[GAL-11] a null field counts as omitted', async () => {
    const brand = await signUpBrand(url);
    const { id } = await post<BoardChanged>(`${url}/api/boards`, { name: 'Empty', content_ids: null }, brand);
    expect((await show(brand, id)).items).toEqual([]);
    await save(brand, id, rain, { note: null });
    expect((await show(brand, id)).items).toMatchObject([{ content_id: rain, note: '' }]);
    const unnamed = post(`${url}/api/boards`, { name: null }, brand);
    expect(await refusalOf(unnamed)).toMatchObject({ status: 400, fields: { name: expect.stringContaining('name') } });
  });

  it('[GAL-11] a board shows what an item cost when it was saved, to its own brand only', async () => {
    const brand = await signUpBrand(url);
    const { id } = await post<BoardChanged>(`${url}/api/boards`, { name: 'Spring', content_ids: [dawn] }, brand);
    const offers = { offerOneTime: true, offerSixMonth: false, offerPerpetual: false, oneTimePrice: 20 };
    const listing = { title: 'Dawn', description: '', tags: [], ...offers, sixMonthPrice: 250, perpetualPrice: 500 };
    const { position } = await patch<{ position: number }>(`${url}/api/content/${dawn}`, listing, creator);
    const { items } = await get<BoardDetails>(`${url}/api/boards/${id}?after=${position}`, brand);
    expect(items).toMatchObject([{ saved_price: 25, content: { from_price: 20 } }]);
    const { link, position: shared } = await share(brand, id, true);
    const seen = await get<SharedBoard>(`${url}/api/shared-boards/${link.token}?after=${shared}`);
    expect(seen.items).toMatchObject([{ saved_price: null, content: { from_price: 20 } }]);
  });

  it('[GAL-11] an item that is no longer for sale stays on the board with its title, but can’t be bought', async () => {
    const brand = await signUpBrand(url);
    const { id } = await post<BoardChanged>(`${url}/api/boards`, { name: 'Spring', content_ids: [dawn, rain] }, brand);
    const { position } = await post<{ position: number }>(`${url}/api/content/${rain}/withdraw`, undefined, creator);
    const { items } = await get<BoardDetails>(`${url}/api/boards/${id}?after=${position}`, brand);
    expect(items).toMatchObject([
      { title: 'Dawn', content: { id: dawn } },
      { title: 'Rain', content: null },
    ]);
    expect((await list(brand)).items[0]?.covers.map(({ title }) => title)).toEqual(['Dawn']);
    await post(`${url}/api/content/${rain}/relist`, undefined, creator);
  });

  it('[GAL-11] anyone with the link sees the board, and its notes if they are shared; once the link is ended, nobody does', async () => {
    const brand = await signUpBrand(url, 'Northwind');
    const { id } = await post<BoardChanged>(`${url}/api/boards`, { name: 'Spring', content_ids: [rain] }, brand);
    await patch(`${url}/api/boards/${id}/items/${rain}`, { note: 'For Anna' }, brand);
    const { link, position } = await share(brand, id, false);
    const after = `?after=${position}`;
    const answer = await fetch(`${url}/api/shared-boards/${link.token}${after}`);
    expect(answer.headers.get('x-robots-tag')).toBe('noindex');
    const text = await answer.text();
    expect(JSON.parse(text)).toMatchObject({
      name: 'Spring',
      brand_name: 'Northwind',
      items: [{ title: 'Rain', note: '' }],
    });
    for (const trace of [brand.id, brand.email, brand.name, id]) expect(text).not.toContain(trace);
    expect((await share(brand, id, true)).link).toEqual({ token: link.token, with_notes: true });
    expect((await open(link.token)).items[0]?.note).toBe('For Anna');
    expect((await show(brand, id)).link).toEqual({ token: link.token, with_notes: true });
    await del(`${url}/api/boards/${id}/link`, brand);
    expect(await refusalOf(open(link.token))).toMatchObject({ status: 404 });
    const second = await share(brand, id, false);
    expect(second.link.token).not.toBe(link.token);
    expect(await refusalOf(open(link.token))).toMatchObject({ status: 404 });
    await get(`${url}/api/shared-boards/${second.link.token}?after=${second.position}`);
    await del(`${url}/api/boards/${id}`, brand);
    expect(await refusalOf(open(second.link.token))).toMatchObject({ status: 404 });
  });

  it('[GAL-11] the log reveals no working link, name or note; they are in the brand’s export and are erased with its account', async () => {
    const brand = await signUpBrand(url);
    const { id } = await post<BoardChanged>(
      `${url}/api/boards`,
      { name: 'Wedding of Anna', content_ids: [rain] },
      brand,
    );
    await patch(`${url}/api/boards/${id}/items/${rain}`, { note: 'Ask Ben first' }, brand);
    const { link, position } = await share(brand, id, true);
    const stored = JSON.stringify(await shop.app.get(EventStore).readStream(`boards-${brand.id}`));
    for (const secret of ['Anna', 'Ben', link.token]) expect(stored).not.toContain(secret);
    const linkId = link.token.slice(0, link.token.length / 2);
    expect(stored).toContain(linkId);
    const other = link.token.endsWith('A') ? 'B' : 'A';
    for (const forged of [linkId, linkId + linkId, link.token.slice(0, -1) + other])
      expect(await refusalOf(open(forged))).toMatchObject({ status: 404 });
    await get(`${url}/api/shared-boards/${link.token}?after=${position}`);
    await confirmOwner(url, brand);
    const exported = JSON.stringify(await get(`${url}/api/account/export`, brand));
    for (const own of ['Wedding of Anna', 'Ask Ben first']) expect(exported).toContain(own);
    expect(exported).not.toContain(link.token);
    expect((await deleteAccount(brand)).status).toBe(200);
    expect(await refusalOf(open(link.token))).toMatchObject({ status: 404 });
  });

  it('[GAL-11] what a visitor saved moves to one board at sign-in, however often that is tried, without items that are gone', async () => {
    const brand = await signUpBrand(url);
    const moveSaved = (...content_ids: string[]) =>
      post<BoardChanged>(`${url}/api/boards/taken-over`, { content_ids }, brand);
    const first = await moveSaved(rain, 'gone');
    expect(await moveSaved(rain, 'gone')).toEqual(first);
    await moveSaved(dawn);
    expect((await list(brand)).items).toMatchObject([{ id: first.id, name: 'Saved items', content_ids: [dawn, rain] }]);
  });
});
