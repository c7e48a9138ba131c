import { publicFaults } from '../fixtures/media/hostile-checks.ts';
import type { HostileFile } from '../fixtures/media/hostile-file.ts';
import { give, giveAll, honestPhoto } from '../fixtures/media/hostile-market.ts';
import { dearAvif, heaviestAvif, heaviestPng } from '../fixtures/media/hostile-pictures.ts';
import { someHostileFiles } from '../fixtures/media/hostile.ts';
import { watchMemory } from '../support/process/process-memory.ts';
import type { MemoryWatch } from '../support/process/process-memory.ts';
import { startProduct } from '../support/worlds/product.ts';
import type { Product } from '../support/worlds/product.ts';
import { howMany, isDrawn, isLeftToOther, sampleOf } from '../support/sample.ts';
import { signUpBrand, signUpCreator } from '../support/worlds/client.ts';
import type { Account } from '../support/worlds/client.ts';
import { until } from '../support/until.ts';

/** The limit for the service plus the one process that decodes a picture: a node has a gigabyte for both. */
const memoryMaxMegabytes = 1_024;
/** The limit for the service itself, which decodes nothing. */
const serviceMaxMegabytes = 420;
const restMs = 60_000;
const logoBytesMax = 2 * 1024 * 1024;
const logosAtOnce = howMany({ usual: 2, full: 16 });

let product: Product;
let creator: Account;
let memory: MemoryWatch;

const heaviest: readonly HostileFile[] = [
  { ...honestPhoto, what: 'the heaviest PNG', make: heaviestPng },
  { ...honestPhoto, what: 'the heaviest AVIF', make: heaviestAvif },
];
/** Both keep a core busy for many seconds, so a run of `npm test` does either this or the heaviest pictures. */
const avifWithLogos = 'an AVIF of a gigabyte beside logos';
const heaviestCount = howMany({ usual: 1, full: 2 });
const giveConcurrently = async (file: HostileFile) => {
  const bytes = await file.make();
  const made = { ...file, make: () => bytes };
  return giveAll(product.url, creator.token, Array<HostileFile>(heaviestCount).fill(made));
};

beforeAll(async () => {
  // Without keeping compiled code, as `npm start` and the image.
  product = await startProduct({ env: { PICTURES_AT_ONCE: '1', NODE_COMPILE_CACHE: '' } });
  memory = watchMemory(product.pid);
  creator = await signUpCreator(product.url);
}, 60_000);
afterAll(async () => {
  memory.end();
  await product.stop();
  product.forget();
}, 120_000);

const onLinux = process.platform === 'linux' ? it : it.skip;

/** Memory used for starting or decoding is released once the machine is idle. */
const fallsBelow = (megabytes: number) =>
  until(`the service holds less than ${megabytes} MB`, async () => memory.serviceNow() < megabytes, restMs);

onLinux('[PERF-01] idle, the service holds less than 200 MB', () => fallsBelow(200), 2 * restMs);

onLinux(
  '[SEC-01][MEDIA-01][MEDIA-06] given hostile files, several concurrently, and the heaviest pictures, the product judges each, stays within its memory limit, and serves an honest photo afterward',
  async () => {
    const results = await giveAll(product.url, creator.token, someHostileFiles('a few at once'));
    const heaviestSample = isLeftToOther(avifWithLogos, 2) ? sampleOf('heaviest', heaviest, 1) : [];
    for (const file of heaviestSample) results.push(...(await giveConcurrently(file)));
    const wrong = results.filter(({ file, fate }) => fate !== file.expected);
    const after = await give(product.url, creator.token, honestPhoto);
    process.stdout.write(
      `${results.length} hostile files: peak ${memory.peak()} MB, of the service ${memory.servicePeak()} MB\n`,
    );
    expect(wrong.map(({ file, fate, status }) => ({ what: file.what, fate, status }))).toEqual([]);
    expect(memory.peak()).toBeLessThan(memoryMaxMegabytes);
    expect(memory.servicePeak()).toBeLessThan(serviceMaxMegabytes);
    expect(after).toMatchObject({ status: 200, fate: 'image' });
  },
  600_000,
);

const putLogo = async (token: string, picture: Buffer, filetype: string) => {
  const answer = await fetch(`${product.url}/api/profile/logo`, {
    method: 'PUT',
    // Making the next file takes longer than the product keeps an idle connection.
    headers: { authorization: `Bearer ${token}`, 'content-type': filetype, connection: 'close' },
    body: new Uint8Array(picture),
  });
  return { status: answer.status, body: (await answer.json()) as { logo_url?: string; error?: { code: string } } };
};

(isDrawn(avifWithLogos, 2) ? onLinux : it.skip)(
  '[SEC-01] an AVIF of 1 KB that takes a gigabyte to decode, together with heavy logos, leaves the service up within a small node’s memory, and another user’s picture accepted',
  async () => {
    const brand = await signUpBrand(product.url);
    const stranger = await signUpCreator(product.url);
    const dear: HostileFile = { ...honestPhoto, what: 'an AVIF of 1 KB', make: dearAvif };
    const logo = await heaviestAvif();
    const attack = Promise.all([
      give(product.url, creator.token, dear),
      ...Array.from({ length: logosAtOnce }, () => putLogo(brand.token, logo, 'image/avif')),
    ]);
    const between = await give(product.url, stranger.token, honestPhoto);
    const [taken, ...logos] = await attack;
    process.stdout.write(
      `${logosAtOnce} logos at once: peak ${memory.peak()} MB, of the service ${memory.servicePeak()} MB\n`,
    );
    expect(taken).toMatchObject({ status: 413, fate: 'picture_too_large' });
    expect(logos.map(({ status }) => status)).toEqual(logos.map(() => 200));
    expect(between).toMatchObject({ status: 200, fate: 'image' });
    expect(memory.peak()).toBeLessThan(memoryMaxMegabytes);
    expect(memory.servicePeak()).toBeLessThan(serviceMaxMegabytes);
  },
  600_000,
);

it('[MEDIA-16] no hostile file becomes a logo unless it is a picture, and those are redrawn', async () => {
  const brand = await signUpBrand(product.url);
  const problems: unknown[] = [];
  for (const { what, filetype, make, expected } of someHostileFiles('as logos')) {
    const bytes = await make();
    if (bytes.length >= logoBytesMax) continue;
    const { status, body } = await putLogo(brand.token, bytes, filetype);
    if (status !== 200) {
      if (![400, 413, 415, 422].includes(status)) problems.push({ what, status, body });
    } else if (expected === 'image') problems.push(...(await publicFaults(`${product.url}/media/${body.logo_url}`)));
    else problems.push({ what, status });
  }
  expect(problems).toEqual([]);
}, 300_000);

onLinux('[PERF-01] a minute after all of them, the service holds less than 300 MB', () => fallsBelow(300), 2 * restMs);
