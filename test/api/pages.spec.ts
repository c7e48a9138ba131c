import { JSDOM } from 'jsdom';
import { drawPicture } from '../support/picture.ts';
import { post, publish, signUpCreator, upload } from '../support/worlds/client.ts';
import { startWholeApp } from '../support/worlds/whole-app.ts';
import type { WholeApp } from '../support/worlds/whole-app.ts';

const hostile = '</script><script>alert(1)</script> "Quay" & $& $1';
let whole: WholeApp;
let shown: string;
let withdrawn: string;
beforeAll(async () => {
  whole = await startWholeApp();
  const { url } = whole;
  const { token } = await signUpCreator(url, 'Mara <b>Lind</b>');
  const published = async (seed: number, title: string) => {
    const id = await upload(url, token, new Uint8Array(await drawPicture(seed, 800, 600)));
    const words = { title, description: 'A wall,\n  some water. '.repeat(20), tags: ['harbor', 'a/b & c'] };
    return (await publish(url, token, id, words)).id;
  };
  shown = await published(1, hostile);
  withdrawn = await published(2, 'Gone');
  await post(`${url}/api/content/${withdrawn}/withdraw`, {}, { token });
}, 60_000);
afterAll(() => whole.close());

/** Reads a page as a robot does, without running scripts. */
const read = async (path: string) => {
  const answer = await fetch(whole.url + path);
  const { document } = new JSDOM(await answer.text()).window;
  const meta = (name: string) =>
    document.querySelector(`meta[name="${name}"], meta[property="${name}"]`)?.getAttribute('content') ?? null;
  const canonical = document.querySelector('link[rel=canonical]')?.getAttribute('href') ?? null;
  return { status: answer.status, document, meta, canonical };
};
const textOf = async (path: string) => {
  const answer = await fetch(whole.url + path);
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
};

it('[GAL-18] an item’s page says without a script what it is, who made it, what it costs and where to license it', async () => {
  const { publicUrl } = whole.config;
  const address = `${publicUrl}/marketplace/${shown}`;
  const { status, document, meta, canonical } = await read(`/marketplace/${shown}`);
  expect([status, document.title, canonical, meta('robots')]).toEqual([200, `${hostile} · Tessera`, address, null]);
  expect(document.querySelectorAll('title')).toHaveLength(1);
  expect(meta('description')).toMatch(
    /^Photo by Mara <b>Lind<\/b> to license, from \$25\.00\. A wall, some water\. .*…$/,
  );
  expect(meta('description')!.length).toBeLessThanOrEqual(200);
  const picture = meta('og:image')!;
  expect([meta('og:title'), meta('og:url'), meta('twitter:card')]).toEqual([
    `${hostile} · Tessera`,
    address,
    'summary_large_image',
  ]);
  const preview = await fetch(picture.replace(publicUrl, whole.url));
  expect([preview.status, preview.headers.get('content-type')]).toEqual([200, 'image/webp']);

  const data = JSON.parse(document.querySelector('script[type="application/ld+json"]')!.textContent) as object;
  expect(data).toMatchObject({
    '@type': 'ImageObject',
    name: hostile,
    contentUrl: picture,
    creator: { '@type': 'Person', name: 'Mara <b>Lind</b>' },
    creditText: 'Mara <b>Lind</b> / Tessera',
    copyrightNotice: `© ${new Date().getUTCFullYear()} Mara <b>Lind</b>`,
    license: `${publicUrl}/terms-of-service`,
    acquireLicensePage: address,
  });

  expect([...document.scripts].filter(({ textContent }) => textContent.includes('alert'))).toHaveLength(1);
  const root = document.getElementById('root')!;
  expect(root.querySelector('h1')!.textContent).toBe(hostile);
  expect(root.textContent).toContain('by Mara <b>Lind</b>');
  expect(root.textContent).toContain('Perpetual License $500.00');
  expect(root.querySelector('.tags a[href="/marketplace?tag=a%2Fb%20%26%20c"]')!.textContent).toBe('a/b & c');
});

it('[GAL-18] the marketplace links to its items; search pages are not to be indexed', async () => {
  const { document, canonical } = await read('/marketplace');
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.cards a')].map((link) => link.getAttribute('href'));
  expect([document.title, canonical, links]).toEqual([
    'Content Marketplace · Tessera',
    `${whole.config.publicUrl}/marketplace`,
    [`/marketplace/${shown}`],
  ]);
  const searched = await read('/marketplace?search=quay');
  expect([searched.meta('robots'), searched.canonical]).toEqual(['noindex', null]);
});

it('[GAL-18] an item that is not for sale answers 404, and private pages are not to be indexed', async () => {
  for (const id of [withdrawn, 'nothing', '%E0%A4%A', '..%2f..%2fapi']) {
    const { status, meta } = await read(`/marketplace/${id}`);
    expect([id, status, meta('robots')]).toEqual([id, 404, 'noindex']);
  }
  for (const path of [
    '/verify/none',
    '/boards/none',
    '/brand/cart',
    `/brand/marketplace/${shown}`,
    '/creator/dashboard',
    '/admin',
    '/auth',
    '/nowhere',
  ]) {
    const { status, meta, document } = await read(path);
    expect([path, status, meta('robots')]).toEqual([path, 200, 'noindex']);
    expect(document.getElementById('root')!.childElementCount).toBe(0);
  }
});

it('[GAL-18] robots.txt names the sitemap, which lists every page, and every item with its picture', async () => {
  const { publicUrl } = whole.config;
  const robots = await textOf('/robots.txt');
  expect(robots).toMatchObject({ status: 200, type: 'text/plain; charset=utf-8' });
  expect(robots.text).toContain('Disallow: /api/\n');
  expect(robots.text).toContain(`Sitemap: ${publicUrl}/sitemap.xml\n`);
  const { text, type } = await textOf('/sitemap.xml');
  expect(type).toBe('application/xml; charset=utf-8');
  const locationsIn = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, location]) => location!);
  const parts = locationsIn(text).map((location) => location.replace(publicUrl, ''));
  const month = new Date().toISOString().slice(0, 7);
  expect(parts).toEqual(['/sitemaps/pages.xml', `/sitemaps/${month}-1.xml`]);
  const [pages, items] = await Promise.all(parts.map(textOf));
  expect(locationsIn(pages!.text)).toContain(`${publicUrl}/terms-of-service`);
  expect(locationsIn(items!.text)).toEqual([`${publicUrl}/marketplace/${shown}`]);
  expect(items!.text).toMatch(/<image:loc>[^<]+\.webp<\/image:loc>/);
  for (const path of ['/sitemaps/2026-13-1.xml', '/sitemaps/none.xml']) expect((await textOf(path)).status).toBe(404);
});

it('[GAL-18] a robot that only follows links gets from robots.txt to an item, its structured data and its picture', async () => {
  const { publicUrl } = whole.config;
  const follow = (address: string) => fetch(address.replace(publicUrl, whole.url));
  const locationsIn = async (address: string) =>
    [...(await (await follow(address)).text()).matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, location]) => location!);
  const [, sitemap] = /^Sitemap: (.*)$/m.exec((await textOf('/robots.txt')).text)!;
  const listed = (await Promise.all((await locationsIn(sitemap!)).map(locationsIn))).flat();
  const items = listed.filter((address) => address.includes('/marketplace/'));
  expect(items).toHaveLength(1);
  for (const address of listed) {
    const { status, document, canonical, meta } = await read(address.replace(publicUrl, ''));
    expect([address, status, canonical, meta('robots')]).toEqual([address, 200, address, null]);
    const root = document.getElementById('root')!;
    expect([address, root.querySelectorAll('h1').length, root.textContent.length > 100]).toEqual([address, 1, true]);
  }
  const { document } = await read(items[0]!.replace(publicUrl, ''));
  const data = JSON.parse(document.querySelector('script[type="application/ld+json"]')!.textContent) as {
    readonly contentUrl: string;
    readonly license: string;
    readonly acquireLicensePage: string;
  };
  const picture = await follow(data.contentUrl);
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp']);
  expect(data.acquireLicensePage).toBe(items[0]);
  expect(listed).toContain(data.license);
});

it('[GAL-18] help, terms and privacy show their full text before a script runs, each with its own title', async () => {
  const shownAs = async (path: string) => {
    const { document, meta } = await read(path);
    const main = document.querySelector('#root main')!;
    expect(document.querySelector('script[src="/take-over.js"]')).not.toBeNull();
    return [document.title, main.querySelector('h1')!.textContent, meta('og:title')];
  };
  expect(await shownAs('/help')).toEqual(['Help · Tessera', 'Help', 'Help · Tessera']);
  const terms = 'Terms of Service';
  expect(await shownAs('/terms-of-service')).toEqual([`${terms} · Tessera`, terms, `${terms} · Tessera`]);
  const privacy = 'Privacy Policy';
  expect(await shownAs('/privacy-policy')).toEqual([`${privacy} · Tessera`, privacy, `${privacy} · Tessera`]);
  // The files behind the pages are not to be indexed themselves.
  for (const path of ['/help.html', '/pages.json']) expect((await read(path)).meta('robots')).toBe('noindex');
});

it('[GAL-22] pages and JSON are sent compressed, and answers with tokens uncompressed', async () => {
  const codingOf = async (path: string, accepted: string) => {
    const answer = await fetch(whole.url + path, { headers: { 'accept-encoding': accepted } });
    await answer.arrayBuffer();
    return [answer.headers.get('content-encoding'), answer.headers.get('vary')];
  };
  for (const path of ['/', '/marketplace', `/marketplace/${shown}`, '/help', `/api/content/${shown}`]) {
    expect([path, ...(await codingOf(path, 'gzip, br'))]).toEqual([path, 'br', 'Accept-Encoding']);
    expect([path, ...(await codingOf(path, 'gzip'))]).toEqual([path, 'gzip', 'Accept-Encoding']);
    expect([path, ...(await codingOf(path, 'identity'))]).toEqual([path, null, 'Accept-Encoding']);
  }
  const body = JSON.stringify({ email: `${'long'.repeat(400)}@example.com`, password: 'x' });
  const headers = { 'content-type': 'application/json', 'accept-encoding': 'br' };
  const refused = await fetch(`${whole.url}/auth/v1/token?grant_type=password`, { method: 'POST', body, headers });
  expect(refused.headers.get('content-encoding')).toBeNull();
});

it('[GAL-22] a page preloads its scripts, after its picture if it is prerendered', async () => {
  const preloads = async (path: string) => {
    const { document } = await read(path);
    const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')];
    return links.map(
      (link) => `${link.getAttribute('href')!.replace(/-[\w-]{8}\.js$/, '')} ${link.getAttribute('fetchpriority')}`,
    );
  };
  expect(await preloads(`/marketplace/${shown}`)).toContain('/assets/item.page low');
  expect(await preloads('/@nobody')).toContain('/assets/creator.page null');
  expect(await preloads('/creator/dashboard')).toContain('/assets/dashboard.page null');
  expect((await preloads('/no/such/page')).filter((link) => link.includes('.page'))).toEqual([]);
});
