import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import type { RequestHandler } from 'express';
import { caller } from '../../../../test/support/worlds/call.ts';
import type { Send } from '../../../../test/support/worlds/call.ts';
import { isFromThisMachine, localOnly } from './local-only.ts';
import { webClient } from './web-client/web-client.ts';

it('[SEC-16] a request from another address is not from this machine, whatever host it names', () => {
  const isLocal = (remoteAddress: string, host = 'localhost:3000') =>
    isFromThisMachine({ socket: { remoteAddress }, headers: { host } });
  for (const local of ['127.0.0.1', '127.1.2.3', '::1', '::ffff:127.0.0.1'])
    expect([local, isLocal(local)]).toEqual([local, true]);
  for (const other of [
    '10.0.0.7',
    '192.168.1.5',
    '172.17.0.1',
    '::ffff:10.0.0.7',
    'fe80::1',
    '203.0.113.9',
    '127.0.0.1.example',
  ])
    expect([other, isLocal(other)]).toEqual([other, false]);
  for (const host of ['localhost.evil.example', '127.0.0.1.evil.example:80', ''])
    expect([host, isLocal('::1', host)]).toEqual([host, false]);
});

/** Runs requests against an app with these handlers, as another machine would send them. */
const withApp = async (handlers: readonly RequestHandler[], run: (send: Send) => Promise<void>) => {
  const server = express()
    .use(...handlers)
    .listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { send, close } = caller(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  await run((method, path, call) => send(method, path, { headers: { host: 'shop.example' }, ...call }));
  close();
  server.close();
};
const unchanged = (html: string) => Promise.resolve({ status: 200, html });
const here: RequestHandler = (_request, response) => void response.json('here');

it('[SEC-16] settings admit other machines: to the development pages, and to metrics with a token', async () => {
  const metricsToken = 'a-token-of-many-characters';
  await withApp([localOnly({ openDeveloperPages: true, metricsToken }), here], async (send) => {
    expect((await send('GET', '/dev/mailbox')).status).toBe(200);
    expect((await send('GET', '/metrics')).status).toBe(404);
    expect((await send('GET', '/metrics', { token: 'a-token-of-other-characters' })).status).toBe(404);
    expect((await send('GET', '/metrics', { token: metricsToken })).status).toBe(200);
  });
});

it('[FIX-41] a creator’s page is served whatever file its handle looks like; the files themselves are as before', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-handles-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'assets', 'page.js.map'), '{}');
  for (const name of ['index.html', 'robots.txt', 'favicon.ico'])
    writeFileSync(join(folder, name), name === 'index.html' ? '<p>The app</p>' : name);
  const client = webClient(folder, { publicUrl: 'http://localhost:3000', production: true }, unchanged);
  const handles = ['treasure.map', 'page.js.map', 'robots.txt', 'favicon.ico', 'index.html', 'sitemap.xml', 'assets'];
  await withApp(client, async (send) => {
    for (const handle of handles) {
      const answer = await send('GET', `/@${handle}`);
      expect([handle, answer.status, answer.text]).toEqual([handle, 200, '<p>The app</p>']);
    }
    for (const path of ['/assets%2fpage.js.map', '/@x/..%2fassets/page.js.map', '/@x%2f..%2fassets%2fpage.js.map'])
      expect([path, (await send('GET', path)).status]).toEqual([path, 404]);
  });
  rmSync(folder, { recursive: true });
});

it.each([
  [false, [200, 200, 200]],
  [true, [404, 404, 200]],
])('[SEC-16] source maps are not served in production (%s)', async (production, statuses) => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-maps-'));
  mkdirSync(join(folder, 'assets'));
  for (const name of ['page.js', 'page.js.map']) writeFileSync(join(folder, 'assets', name), 'export {};');
  await withApp(webClient(folder, { publicUrl: 'http://localhost:3000', production }, unchanged), async (send) => {
    const found: number[] = [];
    for (const name of ['page.js.map', 'page.js%2emap', 'page.js'])
      found.push((await send('GET', `/assets/${name}`)).status);
    expect(found).toEqual(statuses);
  });
  rmSync(folder, { recursive: true });
});
