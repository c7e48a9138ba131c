import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { originalFaults, publicFaults, publicPaths } from '../fixtures/media/hostile-checks.ts';
import { hostileDocuments } from '../fixtures/media/hostile-documents.ts';
import { giveAll, sell } from '../fixtures/media/hostile-market.ts';
import type { Taken } from '../fixtures/media/hostile-market.ts';
import { hostileNames } from '../fixtures/media/hostile-names.ts';
import { hostilePolyglots } from '../fixtures/media/hostile-polyglots.ts';
import { checkout, get, pay, signUpBrand, signUpCreator } from '../support/worlds/client.ts';
import type { Account } from '../support/worlds/client.ts';
import { productForFile, test } from '../support/browser/journey.ts';
import { sampleOf } from '../support/sample.ts';
import { startProduct } from '../support/worlds/product.ts';

/** Files with something to execute; those that only exhaust resources are tested without a browser. */
const documents = sampleOf('hostile documents', hostileDocuments, 6);
const polyglots = sampleOf('hostile polyglots', hostilePolyglots, 6);
const names = sampleOf('hostile names', hostileNames, 6);
const files = [...documents, ...polyglots, ...names];

interface Offered {
  readonly taken: Taken;
  readonly publicAddresses: readonly string[];
  readonly original: string;
}

const product = productForFile(() => startProduct({ env: { FFMPEG: '', PATH: '/nowhere' } }));
/** A page of another origin without any restrictions. */
let stranger: Server;
let strange: string;

// Tracing would itself fetch what a page could not show.
test.use({ trace: 'off' });
/** The browser logs what a file's headers forbid: to run what it contains, and to be a script or a part of others. */
test.use({ expectedErrors: [/Content Security Policy directive:? ['"]default-src 'none'|MIME type|NotSameOrigin/] });

test.beforeAll(async () => {
  const program = hostilePolyglots.find(({ what }) => what === 'a GIF that is a program');
  const bytes = (await program?.make()) ?? Buffer.alloc(0);
  stranger = createServer((request, response) => {
    if (request.url === '/program') response.setHeader('content-type', 'text/javascript; charset=latin1').end(bytes);
    else response.setHeader('content-type', 'text/html').end('<!doctype html><title>A stranger</title>');
  });
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
  strange = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`;
});

test.afterAll(() => stranger.close());

/** Everything that the public or a buyer can get of the accepted files. */
const offerAll = async (accepted: readonly Taken[], creator: Account, brand: Account): Promise<Offered[]> => {
  const rows = await Promise.all(accepted.map((taken) => sell(product.url, creator.token, taken)));
  const { order_id } = await checkout(
    product.url,
    brand.token,
    rows.map(({ id }) => ({ id })),
  );
  const { license_ids, position } = await pay(product.url, brand.token, order_id);
  const bought = await get<{ items: { id: string; content_id: string }[] }>(
    `${product.url}/api/licenses?limit=500&after=${position}`,
    { token: brand.token },
  );
  expect(license_ids).toHaveLength(rows.length);
  return Promise.all(
    rows.map(async (row, index) => {
      const license = bought.items.find(({ content_id }) => content_id === row.id);
      const answer = await fetch(`${product.url}/api/licenses/${license?.id}/download`, {
        headers: { authorization: `Bearer ${brand.token}` },
        redirect: 'manual',
      });
      const paths = publicPaths({ ...row, widths: row.media_widths });
      return {
        taken: accepted[index] as Taken,
        publicAddresses: paths.map((path) => `${product.url}/media/${path}`),
        original: new URL(answer.headers.get('location') ?? '', product.url).href,
      };
    }),
  );
};

/** Opens each address as a document; returns those where something ran, or that were displayed although they should be saved. */
const ranAsDocument = async (page: Page, addresses: readonly string[], isSaved: boolean) => {
  const ran: string[] = [];
  let current = '';
  page.on('dialog', (dialog) => {
    ran.push(`${current}: a dialog`);
    void dialog.dismiss();
  });
  page.on('console', (message) => {
    if (message.text().includes('pwned')) ran.push(`${current}: it wrote to the console`);
  });
  for (current of addresses) {
    const outcome = await page.goto(current).then(
      () => 'shown',
      (error: Error) => (error.message.includes('Download is starting') ? 'saved' : error.message),
    );
    if (outcome !== (isSaved ? 'saved' : 'shown')) ran.push(`${current}: ${outcome}`);
    if ((await page.evaluate(() => 'pwned' in window)) || page.frames().length > 1) ran.push(`${current}: it ran`);
  }
  return ran;
};

/** Loads each address as a script of the page; returns those that were accepted as one. */
const ranAsScript = (page: Page, addresses: readonly string[]) =>
  page.evaluate(async (all) => {
    const ran: string[] = [];
    for (const address of all) {
      const script = document.createElement('script');
      script.src = address;
      const isTaken = await new Promise<boolean>((resolve) => {
        script.onload = () => resolve(true);
        script.onerror = () => resolve(false);
        document.head.append(script);
      });
      if (isTaken || 'pwned' in window) ran.push(address);
      Reflect.deleteProperty(window, 'pwned');
    }
    return ran;
  }, addresses);

test(`[MEDIA-01][MEDIA-06] 0 of ${files.length} hostile files are executed or served as active content`, async ({
  open,
}) => {
  const [creator, brand] = await Promise.all([signUpCreator(product.url), signUpBrand(product.url)]);
  const taken = await giveAll(product.url, creator.token, files);
  expect(taken.filter(({ file, fate }) => fate !== file.expected).map(({ file, fate }) => [file.what, fate])).toEqual(
    [],
  );
  const offered = await offerAll(
    taken.filter(({ status }) => status === 200),
    creator,
    brand,
  );
  expect(offered).toHaveLength(polyglots.length + names.length);
  const publicAddresses = offered.flatMap((each) => each.publicAddresses);
  const originals = offered.map(({ original }) => original);

  const faults = await Promise.all([
    ...publicAddresses.map(publicFaults),
    ...offered.map(({ original, taken: { bytes } }) => originalFaults(original, bytes)),
  ]);
  expect(faults.flat()).toEqual([]);

  const shown = await ranAsDocument(await open(product.url), publicAddresses, false);
  expect(shown).toEqual([]);
  const saved = await ranAsDocument(await open(product.url), originals, true);
  expect(saved).toEqual([]);

  const page = await open(strange);
  await page.goto('/');
  const program = await ranAsScript(page, [`${strange}/program`]);
  expect(program).toEqual([`${strange}/program`]);
  const scripts = await ranAsScript(page, [...publicAddresses, ...originals]);
  expect(scripts).toEqual([]);
});
