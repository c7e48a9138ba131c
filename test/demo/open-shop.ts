import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  bringPreview,
  patch,
  publish,
  put,
  putLogo,
  putPortrait,
  signUpBrand,
  signUpCreator,
  upload,
} from '../support/worlds/client.ts';
import type { Account, BroughtPreview } from '../support/worlds/client.ts';
import { catalog } from './catalog.ts';
import type { Work } from './catalog.ts';
import { drawLogo } from './logo.ts';
import { brands, creators } from './people.ts';
import type { DemoBrand, DemoCreator } from './people.ts';

export interface Shop {
  readonly sellers: readonly Account[];
  readonly buyers: readonly Account[];
  readonly items: readonly string[];
}

const gallery = new URL('gallery/', import.meta.url);
export const pathOf = ({ file }: Pick<Work, 'file'>) => fileURLToPath(new URL(file, gallery));

const fileOf = (file: string) => new Uint8Array(readFileSync(pathOf({ file })));

/** What a browser made of a film; null for a picture. */
export const previewOf = ({ file }: Pick<Work, 'file'>): BroughtPreview | null => {
  const [, name] = /^films\/(.+)[.]mp4$/.exec(file) ?? [];
  if (name === undefined) return null;
  return { poster: fileOf(`film-previews/${name}.jpg`), clip: fileOf(`film-previews/${name}.mp4`) };
};

export const addressOf = (key: string) => `${key}@demo.example`;

const detailsOf = ({ key, name, paidBy }: DemoCreator) => {
  if (paidBy === 'venmo') return { venmo_name: `${key}-demo` };
  if (paidBy === 'paypal') return { paypal_email: addressOf(`${key}.paypal`) };
  return { bank_name: `First Bank of ${name.split(' ')[0]}`, bank_account: '000123456789', bank_routing: '110000000' };
};

/** @param code the referral code of the creator who invited them */
export const joinAsCreator = async (url: string, creator: DemoCreator, code?: string): Promise<Account> => {
  const { key, name, handle, bio, portrait } = creator;
  const account = await signUpCreator(url, name, {
    email: addressOf(key),
    phone: creator.phone,
    social_handle: handle,
    payment_method: creator.paidBy,
    ...detailsOf(creator),
    ...(code ? { referral_code: code, referral_source: 'url' } : {}),
  });
  const { token } = account;
  const page = { handle, bio, links: [`https://${key}.example`], shows_licenses: true };
  await put(`${url}/api/profile/page`, page, { token });
  await putPortrait(url, token, new Uint8Array(readFileSync(pathOf({ file: portrait }))));
  return account;
};

/** Every third brand has no logo, and is shown by its name. */
const hasLogo = (number: number) => number % 3 !== 2;

export const joinAsBrand = async (url: string, brand: DemoBrand): Promise<Account> => {
  const { key, name, contact, phone } = brand;
  const said = { email: addressOf(key), name: contact, phone, brand_url: `https://${key}.example` };
  const account = await signUpBrand(url, name, said);
  const { token } = account;
  await patch(`${url}/api/profile`, { show_on_homepage: true }, { token });
  const number = brands.indexOf(brand);
  if (hasLogo(number)) await putLogo(url, token, new Uint8Array(await drawLogo(name, number)));
  return account;
};

/** Publishes a picture or film on the wall; returns the item's id. */
export const publishWork = async (url: string, { token }: Account, { studio, key }: DemoCreator, work: Work) => {
  const uploadId = await upload(url, token, new Uint8Array(readFileSync(pathOf(work))), work.file.split('/').at(-1));
  const preview = previewOf(work);
  if (preview) await bringPreview(url, token, uploadId, preview);
  // None of the works show people.
  const listing = {
    ...work.listing,
    brandName: studio,
    productUrl: `https://${key}.example/prints`,
    people: false,
  };
  return (await publish(url, token, uploadId, listing)).id;
};

/** Signs up the demo's people, and publishes the works of its creators, all at the current time. */
export const openShop = async (url: string): Promise<Shop> => {
  const buyers: Account[] = [];
  for (const brand of brands) buyers.push(await joinAsBrand(url, brand));
  const sellers: Account[] = [];
  const items: string[] = [];
  for (const creator of creators) {
    const seller = await joinAsCreator(url, creator);
    sellers.push(seller);
    for (const work of catalog.filter(({ by }) => by === creator.key)) {
      items.push(await publishWork(url, seller, creator, work));
    }
  }
  return { sellers, buyers, items };
};
