// Partly typed names. cspell:ignore elda zeld quin zelda quint
import type { OwnCreatorPage, PublicCreatorPage } from '@tessera/contract/accounts/profile';
import type { MarketSuggestions, SuggestedCreator } from '@tessera/contract/discovery';
import sharp from 'sharp';
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

it('[GAL-12] a creator publishes a page at their own handle, with text, links and, if they want, sales', async () => {
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
  const seen = {
    creator_id: creator.id,
    name: 'Mara Lind',
    handle: 'mara.lind',
    bio: 'Light on water,\nmostly.',
    portrait_url: null,
  };
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
    body: { error: { code: 'handle_taken', fields: { handle: expect.stringContaining('Someone else') } } },
  });
});

const putPortrait = async (token: string, body: Uint8Array) => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'image/jpeg' };
  const answer = await fetch(`${whole.url}/api/profile/portrait`, {
    method: 'PUT',
    headers,
    body: new Uint8Array(body),
  });
  return { status: answer.status, body: (await answer.json()) as { portrait_url: string } & Refusal };
};
const stored = (path: string) => fetch(`${whole.url}/media/${path}`);

it('[GAL-12][MEDIA-16] a portrait is the middle of the picture, upright and without metadata, and is shown wherever the creator is named', async () => {
  const { url } = whole;
  const { token } = await signUpCreator(url, 'Mara Lind');
  const id = await upload(url, token, new Uint8Array(await drawPicture(3, 400, 300)));
  const item = await publish(url, token, id, { title: 'Quay' });
  await change(token, page('mara.portrait'));
  const sideways = await sharp(await drawPicture(2, 900, 600))
    .withExif({ IFD0: { Copyright: 'Secret Photographer', Orientation: '6' } })
    .jpeg()
    .toBuffer();
  expect(sideways.includes('Secret Photographer')).toBe(true);
  const { status, body } = await putPortrait(token, sideways);
  expect(status).toBe(200);
  const { portrait_url } = body;
  const bytes = Buffer.from(await (await stored(portrait_url)).arrayBuffer());
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 512, height: 512 });
  expect(bytes.includes('Secret Photographer')).toBe(false);
  await until('it is shown', async () => (await shown('mara.portrait')).body.portrait_url === portrait_url);
  expect(await get(`${url}/api/content/${item.id}`)).toMatchObject({ creator_portrait_url: portrait_url });
  expect(await get(`${url}/api/profile`, { token })).toMatchObject({ portrait_url });

  const small = (await putPortrait(token, await drawPicture(4, 90, 60))).body.portrait_url;
  const cropped = Buffer.from(await (await stored(small)).arrayBuffer());
  expect(await sharp(cropped).metadata()).toMatchObject({ width: 60, height: 60 });
  expect((await stored(portrait_url)).status).toBe(404);
  await ask('DELETE', '/api/profile/portrait', token);
  expect((await stored(small)).status).toBe(404);
  await until('it is gone', async () => (await shown('mara.portrait')).body.portrait_url === null);
  expect(await get(`${url}/api/profile`, { token })).toMatchObject({ portrait_url: null });
});

it('[GAL-12][MEDIA-08] a portrait must be a picture by its content, below 10 MB, and from a creator', async () => {
  const { url } = whole;
  const [creator, brand] = [await signUpCreator(url), await signUpBrand(url)];
  expect(await putPortrait(creator.token, Buffer.from('GIF89a and no more'))).toMatchObject({
    status: 415,
    body: { error: { code: 'portrait_not_an_image' } },
  });
  expect(await putPortrait(creator.token, new Uint8Array(10 * 1024 * 1024))).toMatchObject({
    status: 413,
    body: { error: { code: 'portrait_too_large' } },
  });
  expect((await putPortrait(brand.token, await drawPicture(5, 60, 60))).status).toBe(403);
});

it('[GAL-12] only one of two creators who request a handle at the same time gets it; a creator’s fourth handle frees the first', async () => {
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

it('[GAL-12] an invalid page is refused at its field and changes nothing', async () => {
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

it('[GAL-12] deleting the account erases the page from every file and frees its handle', async () => {
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

it('[GAL-06] creators are suggested by the beginnings of their names while they have anything public, until they are forgotten', async () => {
  const { url } = whole;
  const suggested = async (search: string) =>
    (await get<MarketSuggestions>(`${url}/api/marketplace/suggestions?${new URLSearchParams({ search })}`)).creators;
  const zelda = await signUpCreator(url, 'Zelda Quint');
  const zeno = await signUpCreator(url, 'Zeno Quint');
  expect(await suggested('quin')).toEqual([]);
  const uploadId = await upload(url, zeno.token, new Uint8Array(await drawPicture(6, 60, 60)));
  await publish(url, zeno.token, uploadId, { title: 'Quay' });
  await change(zelda.token, page('zelda'));
  const { portrait_url } = (await putPortrait(zelda.token, await drawPicture(7, 60, 60))).body;
  const zeldaShown = { id: zelda.id, name: 'Zelda Quint', handle: 'zelda', portrait_url };
  const both: readonly SuggestedCreator[] = [
    zeldaShown,
    { id: zeno.id, name: 'Zeno Quint', handle: null, portrait_url: null },
  ];
  await until('both show something', async () => (await suggested('QUIN')).length === 2);
  await until('the portrait is shown', async () => (await suggested('zeld'))[0]?.portrait_url === portrait_url);
  expect(await suggested('z')).toEqual(both);
  expect(await suggested('quint ze')).toEqual(both);
  expect(await suggested('quint zeld')).toEqual([zeldaShown]);
  // A match never starts inside a word, and only the last word may be incomplete.
  for (const search of ['elda', 'zeld quint', 'zelda quay']) expect(await suggested(search)).toEqual([]);
  for (const { token } of [zelda, zeno])
    expect((await ask('DELETE', '/api/account', token, { password })).status).toBe(200);
  await until('neither is suggested anymore', async () => (await suggested('quint')).length === 0);
});
