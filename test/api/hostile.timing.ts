import type { HostileFile } from '../fixtures/media/hostile-file.ts';
import { give, honestPhoto } from '../fixtures/media/hostile-market.ts';
import { dearAvif, heaviestAvif, heaviestPng } from '../fixtures/media/hostile-pictures.ts';
import { bestOfThree } from '../support/best-of-three.ts';
import { howMany, sampleOf } from '../support/sample.ts';
import { signUpBrand, signUpCreator } from '../support/worlds/client.ts';
import type { Account } from '../support/worlds/client.ts';
import { startProduct } from '../support/worlds/product.ts';
import type { Product } from '../support/worlds/product.ts';

/** It takes seven seconds on a core of its own. */
const fileMaxSeconds = 60;
const honestMaxSeconds = 15;
const logosAtOnce = howMany({ usual: 2, full: 16 });

let product: Product;
let creator: Account;
let stranger: Account;
beforeAll(async () => {
  product = await startProduct({ env: { PICTURES_AT_ONCE: '1' } });
  creator = await signUpCreator(product.url);
  stranger = await signUpCreator(product.url);
});
afterAll(async () => {
  await product.stop();
  product.forget();
});

const secondsFor = async (account: Account, file: HostileFile) => {
  const { fate, seconds } = await give(product.url, account.token, file);
  expect(fate).toBe(file.expected);
  return seconds;
};

const heaviest = [
  ['PNG', heaviestPng],
  ['AVIF', heaviestAvif],
] as const;

it.each(sampleOf('heaviest, timed', heaviest, 1))(
  '[SEC-01] the heaviest %s is judged within a minute, and an honest photo after it within 15 s',
  async (_, make) => {
    const file = { ...honestPhoto, make };
    expect(await bestOfThree(() => secondsFor(creator, file), fileMaxSeconds)).toBeLessThan(fileMaxSeconds);
    expect(await bestOfThree(() => secondsFor(creator, honestPhoto), honestMaxSeconds)).toBeLessThan(honestMaxSeconds);
  },
);

it('[SEC-01] beside an AVIF of 1 KB that takes a gigabyte to decode, and heavy logos, another user’s picture is accepted within 15 s', async () => {
  const brand = await signUpBrand(product.url);
  const dear: HostileFile = { ...honestPhoto, make: dearAvif, expected: 'picture_too_large' };
  const logo = new Uint8Array(await heaviestAvif());
  const putLogo = () =>
    fetch(`${product.url}/api/profile/logo`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${brand.token}`, 'content-type': 'image/avif', connection: 'close' },
      body: logo,
    });
  const seconds = await bestOfThree(async () => {
    const attack = Promise.all([secondsFor(creator, dear), ...Array.from({ length: logosAtOnce }, putLogo)]);
    const between = await secondsFor(stranger, honestPhoto);
    await attack;
    return between;
  }, honestMaxSeconds);
  expect(seconds).toBeLessThan(honestMaxSeconds);
});
