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

/** As a robot reads it, which runs no script. */
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

it('[GAL-18] an item says without a script what it is, who made it, what it costs and where it is licensed', async () => {
  const { publicUrl } = whole.config;
  const address = `${publicUrl}/marketplace/${shown}`;
  const { status, document, meta, canonical } = await read(`/marketplace/${shown}`);
  expect([status, document.title, canonical, meta('robots')]).toEqual([200, `${hostile} · Tessera`, address, null]);
  expect(document.querySelectorAll('title')).toHaveLength(1);
  expect(meta('description')).toMatch(
    /^Photo to license by Mara <b>Lind<\/b>, from \$25\.00\. A wall, some water\. .*…$/,
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

it('[GAL-18] the marketplace leads to its items; a search of it is listed by nobody', async () => {
  const { document, canonical } = await read('/marketplace');
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.wall a')].map((link) => link.getAttribute('href'));
  expect([document.title, canonical, links]).toEqual([
    'Content Marketplace · Tessera',
    `${whole.config.publicUrl}/marketplace`,
    [`/marketplace/${shown}`],
  ]);
  const searched = await read('/marketplace?search=quay');
  expect([searched.meta('robots'), searched.canonical]).toEqual(['noindex', null]);
});

it('[GAL-18] what is not for sale answers 404, and what is private is not to be listed', async () => {
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

it('[GAL-18] robots.txt names the sitemap, and that every page and item with its picture', async () => {
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
