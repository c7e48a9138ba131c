import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { Attempts } from '../../apps/api/src/adapters/attempts/attempts.ts';
import { caller } from '../support/worlds/call.ts';
import type { RawAnswer, Send } from '../support/worlds/call.ts';
import { openShop } from '../support/worlds/shop.ts';
import { get } from '../support/worlds/client.ts';
import { startWholeApp } from '../support/worlds/whole-app.ts';
import type { WholeApp } from '../support/worlds/whole-app.ts';

const assets = readdirSync(fileURLToPath(new URL('../../apps/web/dist/assets', import.meta.url)));

/** `{ 'script-src': ['\'self\''] }` */
const policyOf = ({ headers }: RawAnswer): Readonly<Record<string, readonly string[]>> => {
  const policy = headers['content-security-policy'];
  expect(policy).toEqual(expect.any(String));
  const directives = String(policy).split('; ');
  return Object.fromEntries(directives.map((directive) => directive.split(' ')).map(([name, ...rest]) => [name, rest]));
};
const nonceOf = (answer: RawAnswer) =>
  /^'nonce-([A-Za-z0-9+/=]{24})'$/.exec(
    policyOf(answer)['script-src']?.find((s) => s.startsWith("'nonce-")) ?? '',
  )?.[1];

const noPermissions = {
  'default-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
};

describe('the headers of every answer', () => {
  let whole: WholeApp;
  let send: Send;
  let close: () => void;
  let preview: string;

  beforeAll(async () => {
    whole = await startWholeApp();
    ({ send, close } = caller(whole.url));
    const shop = await openShop(whole);
    ({ media_url: preview } = await get<{ media_url: string }>(`${whole.url}/api/content/${shop.itemId}`));
  }, 60_000);
  afterAll(async () => {
    close();
    await whole.close();
  });

  it('every answer keeps browsers from guessing its type, framing it and sending a referrer', async () => {
    const addresses = ['/', '/no/such/page', '/index.html', `/assets/${assets[0]}`, '/assets/none.js', '/theme.js'];
    const service = ['/api/config', '/api/nothing', '/api/profile', '/auth/v1/user', '/auth/v1/none', '/health/live'];
    const rest = ['/functions/v1/none', '/media/none.webp', `/media/${preview}`, '/api/docs', '/metrics'];
    const live = [
      '/socket.io',
      '/socket.io/?EIO=4&transport=polling',
      '/socket.io/?EIO=4&transport=none',
      '/socket.io/',
    ];
    for (const path of [...addresses, ...service, ...rest, ...live]) {
      const { headers } = await send('GET', path);
      expect([path, headers]).toEqual([
        path,
        expect.objectContaining({
          'x-content-type-options': 'nosniff',
          'x-frame-options': 'DENY',
          'referrer-policy': 'strict-origin-when-cross-origin',
          'cross-origin-opener-policy': 'same-origin',
          'permissions-policy': expect.stringMatching(
            /camera=\(\), .*publickey-credentials-create=\(self\), publickey-credentials-get=\(self\)$/,
          ),
          'content-security-policy': expect.stringMatching(/^default-src 'none'; .*/),
        }),
      ]);
      expect(headers).not.toHaveProperty('x-powered-by');
      // This is plain http: a browser told to insist on https could not connect.
      expect(headers).not.toHaveProperty('strict-transport-security');
      expect(headers['cross-origin-resource-policy']).toBe(path.endsWith(preview) ? 'cross-origin' : 'same-origin');
    }
  });

  it('[SEC-14] the answers of a live connection, whatever its transport, are never cached, framed or type-guessed', async () => {
    const asked = '/socket.io/?EIO=4&transport=polling';
    const opened = await send('GET', asked);
    const { sid } = JSON.parse(opened.text.slice(1)) as { sid: string };
    const posted = await send('POST', `${asked}&sid=${sid}`, {
      headers: { 'content-type': 'text/plain' },
      body: '40/live,',
    });
    const polled = await send('GET', `${asked}&sid=${sid}`);
    expect(polled.text).toMatch(/^40\/live,/);
    for (const answer of [opened, posted, polled]) {
      expect(answer.status).toBe(200);
      expect(policyOf(answer)).toEqual(noPermissions);
      expect(answer.headers).toMatchObject({ 'x-frame-options': 'DENY', 'cache-control': 'no-store' });
    }
    const upgrade = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' };
    const headers = { ...upgrade, 'sec-websocket-key': randomBytes(16).toString('base64') };
    const asking = request(`${whole.url}/socket.io/?EIO=4&transport=websocket`, { headers }).end();
    const [response, socket] = (await once(asking, 'upgrade')) as [IncomingMessage, Socket];
    socket.destroy();
    expect(response.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' });
  });

  it('an idle connection is kept for longer than the proxy’s two minutes, so that the proxy is never cut off', async () => {
    const { headers } = await send('GET', '/health/live');
    expect(headers['keep-alive']).toBe('timeout=125');
  });

  it('a page accepts only scripts and styles that have its nonce', async () => {
    for (const path of ['/', '/brand/cart', '/no/such/page', '/index.html']) {
      const page = await send('GET', path);
      const policy = policyOf(page);
      const nonce = nonceOf(page);
      expect(policy).toMatchObject({
        'default-src': ["'none'"],
        'script-src': ["'self'", `'nonce-${nonce}'`],
        'style-src': ["'self'", `'nonce-${nonce}'`],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'frame-ancestors': ["'none'"],
      });
      expect(JSON.stringify(policy)).not.toContain('unsafe');
      const tags = page.text.match(/<(script|style|link rel="(stylesheet|modulepreload)")[^>]*>/g) ?? [];
      expect(tags.length).toBeGreaterThan(1);
      expect(tags.filter((tag) => !tag.includes(` nonce="${nonce}"`))).toEqual([]);
      expect(page.text).toContain(`<meta property="csp-nonce" nonce="${nonce}">`);
      expect(page.text).not.toContain('__csp_nonce__');
      expect(page.text).not.toMatch(/<script[^>]*>[^<]|\son[a-z]+=|style="/);
    }
  });

  it('no nonce is used twice, and no cache keeps a page with an old one', async () => {
    const pages = await Promise.all(Array.from({ length: 50 }, () => send('GET', '/')));
    expect(new Set(pages.map(nonceOf)).size).toBe(50);
    for (const { headers, text } of pages) {
      expect(headers['cache-control']).toBe('no-store');
      expect(text).toBe(pages[0]?.text.replaceAll(nonceOf(pages[0]) ?? '', /nonce="([^"]+)"/.exec(text)?.[1] ?? ''));
    }
    const [first] = pages;
    const validators = { 'if-none-match': first?.headers.etag ?? '*', 'if-modified-since': new Date().toUTCString() };
    expect((await send('GET', '/', { headers: validators })).status).toBe(200);
    const head = await send('HEAD', '/');
    expect([head.status, head.text, head.headers['content-type']]).toEqual([200, '', 'text/html; charset=utf-8']);
  });

  it('an unchanged answer is not sent again to a client that already has it', async () => {
    for (const path of ['/api/marketplace', '/api/config', '/api/brands/homepage']) {
      const { headers } = await send('GET', path);
      const again = await send('GET', path, { headers: { 'if-none-match': String(headers.etag) } });
      expect([path, again.status, again.text]).toEqual([path, 304, '']);
    }
  });

  it('[SEC-16] development pages and metrics are only served to the same machine', async () => {
    for (const path of ['/dev/mailbox', '/DEV/mailbox/', '/dev/sandbox', '/dev/gallery', '/metrics', '/Metrics/']) {
      const elsewhere = [
        { 'x-forwarded-for': '203.0.113.9' },
        { forwarded: 'for=203.0.113.9' },
        { host: 'evil.example' },
      ];
      const answers = [];
      for (const headers of [{}, ...elsewhere]) answers.push((await send('GET', path, { headers })).status);
      expect([path, ...answers]).toEqual([path, 200, 404, 404, 404]);
    }
  });

  describe('the address that a request claims to come from', () => {
    /** The keys by which sign-in attempts are counted. */
    const countedAs = async ({ app }: WholeApp, ask: Send) => {
      const counting = jest.spyOn(app.get<Attempts>(Attempts), 'take');
      const headers = { 'x-forwarded-for': '2001:db8:7:7::1, 198.51.100.4' };
      await ask('POST', '/api/admin/session', { headers, body: '{"email":"a@example.com","password":"a guess"}' });
      const keys = counting.mock.calls.map(([key]) => key);
      counting.mockRestore();
      return keys;
    };

    it('[SEC-11] is trusted from nobody by default, and admin sign-in attempts count by address and by account', async () => {
      expect(await countedAs(whole, send)).toEqual([
        'adminSignInsPerAddress:127.0.0.1',
        'adminSignInsPerAccount:admin a@example.com',
      ]);
    });

    it('[SEC-11] is trusted only from the proxies that TRUST_PROXY names', async () => {
      const behind = async (proxies: string) => {
        const other = await startWholeApp({ TRUST_PROXY: proxies });
        const client = caller(other.url);
        const [key] = await countedAs(other, client.send);
        client.close();
        await other.close();
        return key;
      };
      expect(await behind('127.0.0.1')).toBe('adminSignInsPerAddress:198.51.100.4');
      expect(await behind('127.0.0.0/8, 198.51.100.4')).toBe('adminSignInsPerAddress:2001:db8:7:7::/64');
    }, 30_000);
  });

  it('a page may open sockets to this origin only', async () => {
    const { origin } = new URL(whole.config.publicUrl);
    expect(policyOf(await send('GET', '/'))['connect-src']).toEqual(["'self'", origin.replace('http', 'ws')]);
  });

  it('a data answer may do nothing even if a browser displays it as a page', async () => {
    for (const path of [
      '/api/config',
      '/api/nothing',
      '/api/profile',
      '/auth/v1/user',
      '/media/none',
      '/health/live',
    ]) {
      expect([path, policyOf(await send('GET', path))]).toEqual([path, noPermissions]);
    }
    const refused = await send('POST', '/auth/v1/signup', { body: '{' });
    expect([refused.status, policyOf(refused)]).toEqual([400, noPermissions]);
  });

  it('an uploaded file is shown in a sandbox without any permissions', async () => {
    const media = await send('GET', `/media/${preview}`);
    expect([media.status, media.headers['content-type']]).toEqual([200, 'image/webp']);
    expect(policyOf(media)).toEqual({ 'default-src': ["'none'"], sandbox: [] });
  });

  it('an asset is cached forever, because its name changes with its content', async () => {
    const asset = await send('GET', `/assets/${assets[0]}`);
    expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });

  it('the API documentation runs only scripts of this origin and has all it needs', async () => {
    const docs = await send('GET', '/api/docs');
    expect(policyOf(docs)).toMatchObject({ 'script-src': ["'self'"], 'default-src': ["'none'"] });
    const sources = [...docs.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, source]) => source ?? '');
    expect(sources.some((source) => source.endsWith('.js'))).toBe(true);
    for (const source of sources) {
      const { pathname } = new URL(source, `${whole.url}/api/docs`);
      expect([source, (await send('GET', pathname)).status]).toEqual([source, 200]);
    }
    expect(docs.text).not.toMatch(/<script[^>]*>\s*[^<\s]/);
  });
});

it('over https, browsers are told to insist on it', async () => {
  const whole = await startWholeApp({ PUBLIC_URL: 'https://shop.example' });
  const { send, close } = caller(whole.url);
  const { headers } = await send('GET', '/');
  expect(headers['strict-transport-security']).toMatch(/^max-age=31536000; includeSubDomains$/);
  expect(headers['content-security-policy']).toContain("connect-src 'self' wss://shop.example;");
  close();
  await whole.close();
});

it('the server can put a nonce into the built page', () => {
  const built = readFileSync(fileURLToPath(new URL('../../apps/web/dist/index.html', import.meta.url)), 'utf8');
  expect(built.match(/__csp_nonce__/g)?.length).toBeGreaterThan(2);
});
