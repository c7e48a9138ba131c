import sharp from 'sharp';
import { get, publish, signInAdmin, signUpBrand, signUpCreator, upload } from '../support/client.ts';
import { drawPicture } from '../support/picture.ts';
import { adminPassword, startWholeApp } from '../support/whole-app.ts';
import type { WholeApp } from '../support/whole-app.ts';

interface UploadResult {
  readonly path: string;
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

let whole: WholeApp;
beforeAll(async () => {
  whole = await startWholeApp();
}, 60_000);
afterAll(() => whole.close());

it('[API-35] [API-36] buckets are nobody’s to list or to create over the wire, not even the admin’s', async () => {
  const { url } = whole;
  const [creator, brand] = [await signUpCreator(url), await signUpBrand(url)];
  const tokens = [undefined, creator.token, brand.token, await signInAdmin(url, adminPassword)];
  for (const path of ['/storage/v1/bucket', '/storage/v1/bucket/content', '/api/storage/buckets']) {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
      for (const token of tokens) {
        const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
        const body = method === 'GET' ? undefined : JSON.stringify({ id: 'mine', name: 'mine', public: true });
        const answer = await fetch(`${url}${path}`, { method, headers, body });
        const { error } = (await answer.json()) as { error: { code: string } };
        expect([method, path, answer.status, error.code]).toEqual([method, path, 404, 'not_found']);
      }
    }
  }
});

it('[API-37] a stored file has one public address, which shows everybody its preview', async () => {
  const { url, config } = whole;
  const { token } = await signUpCreator(url);
  const id = await upload(url, token, new Uint8Array(await drawPicture(1, 800, 600)));
  const stored = await get<UploadResult>(`${url}/api/uploads/${id}/result`, { token });
  expect(stored.url).toBe(`${config.publicUrl}/media/${stored.path}`);
  const { pathname } = new URL(stored.url);
  const answer = await fetch(`${url}${pathname}`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp']);
  const { format, width, height } = await sharp(await answer.arrayBuffer()).metadata();
  expect({ format, width, height }).toEqual({ format: 'webp', width: stored.width, height: stored.height });
  const item = await publish(url, token, id, { title: 'Harbour' });
  expect(await get(`${url}/api/content/${item.id}`)).toMatchObject({ media_url: stored.path });
});
