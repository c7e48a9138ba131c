import type { OwnCreatorPage, PublicCreatorPage } from '@tessera/contract/accounts/profile';
import { drawPicture } from '../support/picture.ts';
import { textsIn } from '../support/data-files.ts';
import { checkout, get, password, pay, publish, signUpBrand, signUpCreator, upload } from '../support/worlds/client.ts';
import { startWholeApp } from '../support/worlds/whole-app.ts';
import type { WholeApp } from '../support/worlds/whole-app.ts';
import { until } from '../support/until.ts';

let whole: WholeApp;
beforeAll(async () => {
  whole = await startWholeApp();
}, 60_000);
afterAll(() => whole.close());

const ask = async <Answer>(method: string, path: string, token?: string, body?: object) => {
  const answer = await fetch(whole.url + path, {
    method,
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: body ? JSON.stringify(body) : undefined,
  });
  return { status: answer.status, body: (await answer.json()) as Answer };
};
interface Refusal {
  readonly error: { readonly code: string; readonly fields?: Readonly<Record<string, string>> };
}
const page = (handle: string, more: object = {}) => ({ handle, bio: '', links: [], shows_licenses: false, ...more });
const change = (token: string, body: object) => ask<OwnCreatorPage & Refusal>('PUT', '/api/profile/page', token, body);
const shown = (handle: string) => ask<PublicCreatorPage & Refusal>('GET', `/api/creators/${handle}`);

it('[GAL-12] a creator shows a page at a handle of the own: words, links, and sales where the creator wants it', async () => {
  const { url } = whole;
  const [creator, brand] = [await signUpCreator(url, 'Mara Lind'), await signUpBrand(url)];
  const id = await upload(url, creator.token, new Uint8Array(await drawPicture(1, 400, 300)));
  const item = await publish(url, creator.token, id, { title: 'Quay' });
  const { order_id } = await checkout(url, brand.token, [{ id: item.id }]);
  await pay(url, brand.token, order_id);
  const detailsOf = () => get<{ creator_handle: string | null }>(`${url}/api/content/${item.id}`);
  expect((await detailsOf()).creator_handle).toBeNull();

  const words = { bio: 'Light on water,\r\nmostly.', links: ['http://mara.example/work'] };
  const own = await change(creator.token, page('@Mara.Lind', words));
  expect(own).toMatchObject({ status: 200, body: { handle: 'mara.lind', bio: 'Light on water,\nmostly.' } });
  const seen = { creator_id: creator.id, name: 'Mara Lind', handle: 'mara.lind', bio: 'Light on water,\nmostly.' };
  await until('it is shown', async () => (await shown('mara.lind')).status === 200);
  expect((await shown('MARA.lind')).body).toEqual({ ...seen, links: ['https://mara.example/work'], licenses: null });
  expect((await detailsOf()).creator_handle).toBe('mara.lind');
  const html = await (await fetch(`${url}/@mara.lind`)).text();
  expect(html).toContain('<title>Mara Lind (@mara.lind) · Tessera</title>');
  expect(html).toContain(`href="/marketplace/${item.id}"`);

  await change(creator.token, page('mara-works', { shows_licenses: true }));
  await until('it has the new handle', async () => (await shown('mara-works')).status === 200);
  expect((await shown('mara.lind')).body).toMatchObject({ handle: 'mara-works', licenses: 1, bio: '', links: [] });
  await ask('DELETE', '/api/profile/page', creator.token);
  await until('it is not shown anymore', async () => (await shown('mara-works')).status === 404);
  expect((await fetch(`${url}/@mara-works`)).status).toBe(404);
  const other = await signUpCreator(url);
  expect(await change(other.token, page('mara-works'))).toMatchObject({
    status: 409,
    body: { error: { code: 'handle_taken', fields: { handle: expect.stringContaining('Somebody else') } } },
  });
});

it('[GAL-12] of two who want a handle at once one gets it; the fourth of one creator frees the first', async () => {
  const { url } = whole;
  const [one, two] = [await signUpCreator(url), await signUpCreator(url)];
  const asked = [one, two].map(({ token }) => change(token, page('harbor')));
  const statuses = (await Promise.all(asked)).map(({ status }) => status);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409]);
  const [owner, other] = statuses[0] === 200 ? [one, two] : [two, one];
  for (const handle of ['quay', 'pier']) expect((await change(owner.token, page(handle))).status).toBe(200);
  expect((await change(other.token, page('harbor'))).status).toBe(409);
  expect((await change(owner.token, page('mole'))).status).toBe(200);
  expect((await change(other.token, page('harbor'))).status).toBe(200);
  expect((await change(other.token, page('pier'))).status).toBe(409);
});

it('[GAL-12] what can’t be a page is refused at its field, and changes nothing', async () => {
  const { token } = await signUpCreator(whole.url);
  await change(token, page('steady'));
  for (const [field, value] of [
    ['handle', 'ab'],
    ['handle', '-mara'],
    ['handle', 'mara lind'],
    ['handle', 'må-ra'],
    ['handle', '@Support'],
    ['bio', 'x'.repeat(501)],
    ['links', ['javascript:alert(1)']],
    ['links', ['https://www.google.com@evil.example']],
    ['links', ['https://a.example', 'https://b.example', 'https://c.example', 'https://d.example']],
    ['shows_licenses', 'yes'],
  ] as const) {
    const { status, body } = await change(token, page('steady', { [field]: value }));
    expect([field, status, Object.keys(body.error.fields ?? {})]).toEqual([field, 400, [field]]);
  }
  expect((await ask<OwnCreatorPage>('GET', '/api/profile/page', token)).body).toMatchObject(page('steady'));
});

it('[GAL-12] with the account the page goes, from every file, and its handle is free', async () => {
  const { url, dataDir } = whole;
  const creator = await signUpCreator(url);
  await change(creator.token, page('kittiwakes-of-hoy', { bio: 'Zwirbelsand and other shores' }));
  await until('it is shown', async () => (await shown('kittiwakes-of-hoy')).status === 200);
  expect((await ask('DELETE', '/api/account', creator.token, { password })).status).toBe(200);
  await until('it is not shown anymore', async () => (await shown('kittiwakes-of-hoy')).status === 404);
  await until('it is in no file', async () => textsIn(dataDir, ['kittiwakes-of-hoy', 'Zwirbelsand']).length === 0);
  const other = await signUpCreator(url);
  expect((await change(other.token, page('kittiwakes-of-hoy'))).status).toBe(200);
});
