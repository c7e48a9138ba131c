import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { refusalOf, get, post, signInAdmin, signUpBrand, signUpCreator } from '../support/worlds/client.ts';
import { startProduct } from '../support/worlds/product.ts';
import type { Product } from '../support/worlds/product.ts';

const apiToken = 'automation-token-of-the-test';
const store = '/functions/v1/store-integration';
const automation = '/functions/v1/automation-integration';

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** A double of the automation service with one team and one token, which records the paths requested. */
const startAutomation = async (asked: string[]) => {
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const right = request.headers.authorization === `Bearer ${apiToken}`;
    response.statusCode = right ? (request.url === '/v1/teams/team-1' ? 200 : 404) : 401;
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
};

describe('the integrations', () => {
  let service: Server;
  let product: Product;
  let token: string;
  const requestedPaths: string[] = [];
  const call = (path: string, body: unknown) => post<Record<string, unknown>>(`${product.url}${path}`, body, { token });
  const status = () => get<Record<string, unknown>>(`${product.url}/api/admin/automation`, { token });

  beforeAll(async () => {
    service = await startAutomation(requestedPaths);
    const { port } = service.address() as AddressInfo;
    product = await startProduct({
      env: { AUTOMATION_URL: `http://127.0.0.1:${port}/v1`, AUTOMATION_TOKEN: apiToken },
    });
    token = await signInAdmin(product.url, product.adminPassword());
  }, 60_000);
  afterAll(async () => {
    await product.stop();
    product.forget();
    service.close();
  });

  it('[INT-20] [API-40] [API-41] a deploy checks the gateway, and the status shows it from then on', async () => {
    const before = await call(store, { action: 'status-check' });
    expect(before).toEqual({ deployed: false, version: '1', checkoutHost: expect.any(String) });
    expect(await call(store, { action: 'deploy' })).toMatchObject({ deployed: true });
    expect(await call(store, { action: 'status-check' })).toMatchObject({ deployed: true });
    const { items } = await get<{ items: { sentence: string }[] }>(
      `${product.url}/api/admin/events?type=CheckoutDeployed`,
      { token },
    );
    expect(items[0]?.sentence).toBe('The checkout was deployed with the gateway sandbox, version 1.');
  });

  it('[ADM-13] counts, deploy and every automation action are refused without a valid admin session and do nothing', async () => {
    const [brand, creator] = [await signUpBrand(product.url, 'Bolt'), await signUpCreator(product.url)];
    const ended = await signInAdmin(product.url, product.adminPassword());
    expect((await fetch(`${product.url}/api/admin/session`, { method: 'DELETE', headers: bearer(ended) })).status).toBe(
      204,
    );
    const head = async () => (await get<{ position: number }>(`${product.url}/api/admin/events`, { token })).position;
    const before = await head();
    for (const [who, status, stolen] of [
      ['nobody', 401, undefined],
      ['an admin who has signed out', 401, ended],
      ['a forger', 401, `${token.slice(0, -4)}AAAA`],
      ['a brand', 403, brand.token],
      ['a creator', 403, creator.token],
    ] as const) {
      const as = stolen === undefined ? {} : { token: stolen };
      expect([who, await refusalOf(get(`${product.url}/api/admin/counts`, as))]).toMatchObject([who, { status }]);
      for (const [path, body] of [
        [store, { action: 'status-check' }],
        [store, { action: 'deploy' }],
        [automation, { action: 'test-connection', teamId: 'team-1' }],
        [automation, { action: 'store-credentials', teamId: 'team-1' }],
        [automation, { action: 'create-admin-user', email: 'eve@example.com', password: 'a-long-password-1' }],
      ] as const) {
        const refused = await refusalOf(post(`${product.url}${path}`, body, as));
        expect([who, body.action, refused]).toMatchObject([who, body.action, { status }]);
      }
    }
    expect(await head()).toBe(before);
  });

  it('[API-53] [API-54] [INT-06] roles and unknown actions are refused, and no admin is created before a connection', async () => {
    const brand = await signUpBrand(product.url, 'Acme');
    const asBrand = { token: brand.token };
    for (const action of ['status-check', 'deploy']) {
      expect(await refusalOf(post(`${product.url}${store}`, { action }, asBrand))).toMatchObject({ status: 403 });
    }
    expect(await refusalOf(call(store, { action: 'cart-checkout', cartItems: [] }))).toMatchObject({ status: 403 });
    expect(await refusalOf(call(store, { action: 'drop' }))).toMatchObject({ status: 400 });
    expect(await refusalOf(call(automation, { action: 'drop' }))).toMatchObject({ status: 400 });
    const test = { action: 'test-connection', teamId: 'team-1' };
    expect(await refusalOf(post(`${product.url}${automation}`, test, asBrand))).toMatchObject({ status: 403 });
    const user = { action: 'create-admin-user', email: 'second@tessera.example', password: 'a-long-password-1' };
    expect(await refusalOf(call(automation, user))).toMatchObject({ status: 409, title: 'Admin Creation Failed' });
  });

  it('[API-42] [API-43] [INT-06] [INT-19] a team is tested and saved, then an admin may be created; the token stays on the server', async () => {
    expect(await status()).toEqual({ token: 'configured', team_id: null });
    const unknown = await refusalOf(call(automation, { action: 'test-connection', teamId: 'nobody' }));
    expect(unknown).toMatchObject({ status: 409, title: 'Connection Failed' });
    const empty = await refusalOf(call(automation, { action: 'test-connection', teamId: ' ' }));
    expect(empty).toMatchObject({ status: 400, message: 'Please provide your team ID' });
    await call(automation, { action: 'test-connection', teamId: 'team-1' });
    expect(await status()).toMatchObject({ team_id: null });
    const user = { action: 'create-admin-user', email: 'early@tessera.example', password: 'a-long-password-1' };
    expect(await refusalOf(call(automation, user))).toMatchObject({ status: 409, title: 'Admin Creation Failed' });
    await call(automation, { action: 'store-credentials', teamId: 'team-1' });
    expect(await status()).toEqual({ token: 'configured', team_id: 'team-1' });
    expect(await call(automation, user)).toEqual({ admin_id: expect.any(String) });
  });

  it('[API-42] [SEC-13] whatever is typed as a team, the automation service is only asked for teams', async () => {
    requestedPaths.splice(0);
    for (const teamId of [
      '.',
      '..',
      ' .. ',
      '…',
      '../teams',
      '../../admin',
      '..%2f',
      '%2e%2e',
      'a/../..',
      '?all',
      '#',
    ]) {
      const refused = await refusalOf(call(automation, { action: 'test-connection', teamId }));
      expect([teamId, [400, 409].includes(refused.status)]).toEqual([teamId, true]);
    }
    expect(requestedPaths).toHaveLength(8);
    expect(requestedPaths.filter((path) => !/^\/v1\/teams\/[^/?#]+$/.test(path))).toEqual([]);
  });

  it('[API-44] [INT-18] a created admin signs in; the password is in no file of the product', async () => {
    const user = { email: 'second@tessera.example', password: 'Zq8-correct-horse' };
    await call(automation, { action: 'create-admin-user', ...user });
    expect(await refusalOf(call(automation, { action: 'create-admin-user', ...user }))).toMatchObject({ status: 409 });
    const session = await post<{ access_token: string }>(`${product.url}/api/admin/session`, user);
    await get(`${product.url}/api/admin/counts`, { token: session.access_token });
    const files = readdirSync(product.dataDir, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    for (const { parentPath, name } of files) {
      const bytes = readFileSync(join(parentPath, name));
      expect(`${name}: ${bytes.includes(user.password)}`).toBe(`${name}: false`);
      expect(`${name}: ${bytes.includes(apiToken)}`).toBe(`${name}: false`);
    }
  });
});
