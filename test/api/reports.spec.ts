import type { AdminTasks } from '@tessera/contract/admin';
import type { ContentReportMade, ReportClosed, ReportPage } from '@tessera/contract/reports';
import type { AdminItem, Showcase } from '@tessera/contract/showcase';
import { EventStore } from '../../apps/api/src/kernel/log/port.ts';
import { get, password, post, refusalOf, signInAdmin, signUpBrand } from '../support/worlds/client.ts';
import { openShop } from '../support/worlds/shop.ts';
import type { Shop } from '../support/worlds/shop.ts';
import { startWholeApp } from '../support/worlds/whole-app.ts';
import type { WholeApp } from '../support/worlds/whole-app.ts';

const paula = 'paula@example.com';
const said = { reason: 'unlicensed', details: 'I took this in 2021.\nIt is on my site.' };

describe('[GAL-08] anyone can report a problem with an item to the operator', () => {
  let whole: WholeApp;
  let shop: Shop;
  let token: string;

  const report = (body: object, call = {}, item = shop.itemId) =>
    post<ContentReportMade>(`${whole.url}/api/marketplace/${item}/reports`, body, call);
  const listed = async (status = 'open') => {
    const after = await whole.head();
    return (await get<ReportPage>(`${whole.url}/api/admin/reports?status=${status}&after=${after}`, { token })).items;
  };
  const openReports = async () =>
    (await get<AdminTasks>(`${whole.url}/api/admin/tasks?after=${await whole.head()}`, { token })).reports;
  const logged = async () =>
    JSON.stringify(await whole.app.get<EventStore>(EventStore).readAll({ after: -1, limit: 1_000 }));

  beforeAll(async () => {
    whole = await startWholeApp();
    shop = await openShop(whole);
    token = await signInAdmin(whole.url, whole.adminPassword);
  }, 60_000);
  afterAll(() => whole.close());

  it('a visitor’s report reaches the operator, is encrypted in the log, and stays open until it is closed', async () => {
    await report({ ...said, email: paula });
    const [row, ...others] = await listed();
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      ...said,
      reporter_role: 'visitor',
      reporter_email: paula,
      item: { id: shop.itemId, title: 'Harbour at dawn', creator_name: 'Carla Creator', status: 'on_sale' },
      status: 'open',
      closed_at: null,
    });
    const log = await logged();
    expect(log).toContain('ContentReported');
    for (const words of [paula, 'in 2021']) expect(log).not.toContain(words);
    expect(await openReports()).toEqual({ count: 1, since: row?.reported_at });

    const close = () =>
      post<ReportClosed>(`${whole.url}/api/admin/reports/${row?.report_id}/close`, { outcome: 'resolved' }, { token });
    const { position } = await close();
    expect(await close()).toEqual({ position });
    expect([await openReports(), await listed()]).toEqual([{ count: 0, since: null }, []]);
    expect(await listed('resolved')).toMatchObject([{ ...said, closed_at: expect.any(String) }]);
  });

  it('[FIX-47] the home page of a new shop shows what it has unless that is reported; the operator may pin it all the same', async () => {
    const shown = async () => {
      const address = `${whole.url}/api/showcase?after=${await whole.head()}`;
      return (await get<Showcase>(address)).items.map(({ id }) => id);
    };
    const admin = `${whole.url}/api/admin/items/${shop.itemId}`;
    expect(await shown()).toContain(shop.itemId);
    await report({ ...said, email: 'pia@example.com' });
    expect(await shown()).not.toContain(shop.itemId);
    await post(`${admin}/pin`, {}, { token });
    expect((await shown())[0]).toBe(shop.itemId);
    const item = () => get<AdminItem>(admin, { token });
    expect(await item()).toMatchObject({ pinned: true, open_reports: 1, all_pinned: [{ id: shop.itemId }] });
    await post(`${admin}/unpin`, {}, { token });
    expect(await shown()).not.toContain(shop.itemId);
    expect(await refusalOf(post(`${whole.url}/api/admin/items/nothing/pin`, {}, { token }))).toMatchObject({
      status: 404,
    });
    const [row] = await listed();
    await post(`${whole.url}/api/admin/reports/${row?.report_id}/close`, { outcome: 'nothing_to_do' }, { token });
    expect(await shown()).toContain(shop.itemId);
  });

  it('repeated within a day by the same person about the same item, it is one report and no error', async () => {
    const reporter = { ...said, email: 'rita@example.com' };
    const [first, again] = await Promise.all([report(reporter), report({ ...reporter, email: 'Rita@Example.com' })]);
    expect(again).toEqual(first);
    expect(await listed()).toHaveLength(1);
    await report(said, shop.brand);
    expect(await listed()).toHaveLength(2);
  });

  it('a signed-in reporter is answered at the account’s address, has the report in the export, and its words are erased with the account', async () => {
    const brand = await signUpBrand(whole.url, 'Northwind');
    const { position } = await report({ ...said, reason: 'misleading' }, brand);
    expect((await listed())[0]).toMatchObject({ reporter_role: 'brand', reporter_email: brand.email });
    const exported = await get(`${whole.url}/api/account/export?after=${position}`, brand);
    expect(exported).toMatchObject({
      events: expect.arrayContaining([expect.objectContaining({ type: 'ContentReported' })]),
    });
    await fetch(`${whole.url}/api/account`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${brand.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ password }),
    });
    expect((await listed())[0]).toMatchObject({ reason: 'misleading', details: null, reporter_email: null });
  });

  it.each([
    ['without a visitor’s email address', said, { email: 'Please enter a valid email address' }],
    ['without a reason', { ...said, reason: 'spite', email: paula }, { reason: 'Please choose a reason' }],
    ['without words', { ...said, details: ' \n', email: paula }, { details: expect.stringContaining('what happened') }],
  ])('%s it is refused, naming the field', async (_name, body, fields) => {
    const before = await whole.head();
    expect(await refusalOf(report(body))).toMatchObject({ status: 400, code: 'invalid_input', fields });
    expect(await whole.head()).toBe(before);
  });

  it('an item that never existed can’t be reported', async () => {
    expect(await refusalOf(report({ ...said, email: paula }, {}, 'nothing'))).toMatchObject({ status: 404 });
  });
});
