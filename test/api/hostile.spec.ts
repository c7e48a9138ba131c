import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { publicFaults } from '../fixtures/media/hostile-checks.ts';
import type { HostileFile } from '../fixtures/media/hostile-file.ts';
import { give, giveAll } from '../fixtures/media/hostile-market.ts';
import { heaviestPng } from '../fixtures/media/hostile-pictures.ts';
import { someHostileFiles } from '../fixtures/media/hostile.ts';
import { photo } from '../fixtures/media/pictures.ts';
import { startProduct } from '../support/product.ts';
import type { Product } from '../support/product.ts';
import { sampleOf } from '../support/sample.ts';
import { signUpBrand, signUpCreator } from '../support/client.ts';
import type { Account } from '../support/client.ts';

/**
 * Two pictures are decoded at once. The heaviest that are accepted take 1.2 GB each while they are: an AVIF of
 * 64 megapixels, an interlaced PNG of 120 with 8 bytes a pixel. The rest of the product takes less than 0.5 GB.
 */
const memoryMaxMegabytes = 2 * 1_200 + 500;
/** The slowest is decoded for seven seconds on a core of its own; on a machine that others use, an honest photo tells. */
const fileMaxSeconds = 60;
const fileMaxHonestPhotos = 60;
const honestMaxSeconds = 15;
const honestMaxHonestPhotos = 3;
const logoBytesMax = 2 * 1024 * 1024;

let product: Product;
let creator: Account;

const peakMegabytes = async () => {
  const status = await readFile(`/proc/${product.pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
};

const honestPhoto = (): HostileFile => ({
  what: 'an honest photo',
  filename: 'photo.jpg',
  filetype: 'image/jpeg',
  make: () => photo(2_400, 1_600),
  expected: 'image',
});
const heaviest: readonly HostileFile[] = [
  { ...honestPhoto(), what: 'the heaviest PNG', make: heaviestPng },
  {
    ...honestPhoto(),
    what: 'the heaviest AVIF',
    make: () =>
      sharp({ create: { width: 8_000, height: 8_000, channels: 3, background: '#396' } })
        .avif({ effort: 0, chromaSubsampling: '4:4:4' })
        .toBuffer(),
  },
];
const giveTwice = async (file: HostileFile) => {
  const bytes = await file.make();
  const made = { ...file, make: () => bytes };
  return giveAll(product.url, creator.token, [made, made]);
};

beforeAll(async () => {
  product = await startProduct();
  creator = await signUpCreator(product.url);
}, 60_000);
afterAll(async () => {
  await product.stop();
  product.forget();
}, 120_000);

const onLinux = process.platform === 'linux' ? it : it.skip;

onLinux(
  '[MEDIA-01][MEDIA-06] a product that is given hostile files, a few at once, and the heaviest pictures by twos, judges each in time, stays within its memory, and serves an honest photo as before',
  async () => {
    const before = await give(product.url, creator.token, honestPhoto());
    const taken = await giveAll(product.url, creator.token, someHostileFiles('a few at once'));
    for (const file of sampleOf('heaviest', heaviest, 1)) taken.push(...(await giveTwice(file)));
    const longest = Math.max(fileMaxSeconds, fileMaxHonestPhotos * before.seconds);
    const wrong = taken.filter(({ file, fate, seconds }) => fate !== file.expected || seconds > longest);
    const after = await give(product.url, creator.token, honestPhoto());
    const peak = Math.round(await peakMegabytes());
    const slowest = Math.max(...taken.map(({ seconds }) => seconds));
    process.stdout.write(
      `${taken.length} hostile files: peak ${peak} MB, slowest ${slowest.toFixed(1)} s, ` +
        `honest photo ${before.seconds.toFixed(1)} s before and ${after.seconds.toFixed(1)} s after\n`,
    );
    expect(wrong.map(({ file, fate, status, seconds }) => ({ what: file.what, fate, status, seconds }))).toEqual([]);
    expect(peak).toBeLessThan(memoryMaxMegabytes);
    expect(after).toMatchObject({ status: 200, fate: 'image' });
    expect(after.seconds).toBeLessThan(Math.max(honestMaxSeconds, honestMaxHonestPhotos * before.seconds));
  },
  600_000,
);

const putLogo = async (token: string, picture: Buffer, filetype: string) => {
  const answer = await fetch(`${product.url}/api/profile/logo`, {
    method: 'PUT',
    // Making the next file takes longer than the product keeps a silent connection.
    headers: { authorization: `Bearer ${token}`, 'content-type': filetype, connection: 'close' },
    body: new Uint8Array(picture),
  });
  return { status: answer.status, body: (await answer.json()) as { logo_url?: string; error?: { code: string } } };
};

it('[MEDIA-16] of the hostile files none becomes a logo but pictures, and those are drawn anew', async () => {
  const brand = await signUpBrand(product.url);
  const problems: unknown[] = [];
  for (const { what, filetype, make, expected } of someHostileFiles('as logos')) {
    const bytes = await make();
    if (bytes.length >= logoBytesMax) continue;
    const { status, body } = await putLogo(brand.token, bytes, filetype);
    if (status !== 200) {
      if (status !== 400 && status !== 413 && status !== 415) problems.push({ what, status, body });
    } else if (expected === 'image') problems.push(...(await publicFaults(`${product.url}/media/${body.logo_url}`)));
    else problems.push({ what, status });
  }
  expect(problems).toEqual([]);
}, 300_000);
