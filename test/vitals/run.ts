// `npm run vitals [-- page …]`: exits with 1 if a limit is exceeded.
import { cpus, loadavg } from 'node:os';
import { openShop } from '../demo/open-shop.ts';
import { openBrowser } from '../support/browser/browser.ts';
import { median } from '../support/median.ts';
import { startProduct } from '../support/worlds/product.ts';
import { slow, visit } from './page-vitals.ts';
import type { Text, Vitals } from './page-vitals.ts';
import { measuredPages } from './pages.ts';
import { studioVitals } from './studio-vitals.ts';

const clsMax = 0.05;
const scriptMaxFiles = 15;
const scriptMaxBytes = 200_000;
/** Smaller texts are sent uncompressed. */
const packedFromBytes = 1_024;
/** Tokens are sent uncompressed. */
const unpackedPaths = /^\/auth\/v1\//;
const runs = 3;
const windows = {
  desk: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
};
const manyItems = 5_000;

const broken: string[] = [];
const bound = (what: string, value: number, max: number, words: (value: number) => string) => {
  if (value > max) broken.push(`${what}: ${words(value)}, allowed ${words(max)}`);
};
const ms = (value: number) => `${Math.round(value)} ms`;
const shift = (value: number) => value.toFixed(3);
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const sent = (texts: readonly Text[]) =>
  `${kilobytes(sum(texts.map(({ sentBytes }) => sentBytes)))} of ${kilobytes(sum(texts.map(({ bytes }) => bytes)))}`;
const codings = (texts: readonly Text[]) => [...new Set(texts.map(({ coding }) => coding))].join(', ');

const judge = (what: string, seen: readonly Vitals[], lcpMaxMs: number) => {
  const [first] = seen;
  if (!first) throw new Error(`${what} was not visited`);
  // The median: other work on this machine makes single visits slower, never faster.
  const lcpMs = median(seen.map((vitals) => vitals.lcpMs));
  const cls = Math.max(...seen.map((vitals) => vitals.cls));
  bound(`LCP of ${what}`, lcpMs, lcpMaxMs, ms);
  bound(`CLS of ${what}`, cls, clsMax, shift);
  bound(`Script files before the first view of ${what}`, first.scriptsBefore.files, scriptMaxFiles, String);
  bound(`Script before the first view of ${what}`, first.scriptsBefore.bytes, scriptMaxBytes, kilobytes);
  for (const { path, coding, bytes } of [first.html, ...first.json])
    if (coding === 'none' && bytes >= packedFromBytes && !unpackedPaths.test(path))
      broken.push(`${path} of ${what} is sent unpacked: ${kilobytes(bytes)}`);
  for (const moved of new Set(seen.flatMap((vitals) => vitals.moved))) console.log(`moved on ${what}: ${moved}`);
  return {
    'LCP median': ms(lcpMs),
    allowed: ms(lcpMaxMs),
    'CLS worst': shift(cls),
    'files before': first.scriptsBefore.files,
    'script before': kilobytes(first.scriptsBefore.bytes),
    files: first.scripts.files,
    script: kilobytes(first.scripts.bytes),
    HTML: `${sent([first.html])}, ${first.html.coding}`,
    JSON: first.json.length === 0 ? '' : `${sent(first.json)}, ${codings(first.json)}`,
    largest: first.lcpElement.slice(0, 30),
  };
};

const wanted = process.argv.slice(2);
const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name);

const product = await startProduct({ env: {} });
const browser = await openBrowser();
try {
  const shop = await openShop(product.url);
  const table: Record<string, ReturnType<typeof judge>> = {};
  for (const { name, path, lcpMaxMs, keeps = {} } of await measuredPages(product, shop)) {
    if (!isWanted(name)) continue;
    for (const [window, context] of Object.entries(windows)) {
      const seen: Vitals[] = [];
      for (let run = 0; run < runs; run += 1)
        seen.push(await visit(browser, { address: product.url + path, context, keeps }, slow));
      table[`${name}, ${window}`] = judge(`${name} on a ${window}`, seen, lcpMaxMs);
    }
  }
  const busy = (loadavg()[0] ?? 0).toFixed(1);
  console.log(
    `At ${slow.bitsPerSecond / 1e6} Mb/s, ${slow.latencyMs} ms and a fourth of this processor's speed, ${runs} visits each; ` +
      `load ${busy} on ${cpus().length}`,
  );
  console.table(table);
  if (isWanted('studio')) {
    console.log(`My Content with ${manyItems} items, at full processor speed and at a quarter of it`);
    console.table(await studioVitals(browser, manyItems, [1, 4]));
  }
} finally {
  await browser.close();
  await product.stop();
  product.forget();
}
for (const line of broken) console.error(`Broken: ${line}`);
process.exitCode = broken.length > 0 ? 1 : 0;
