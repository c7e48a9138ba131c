import { patch, publish, putLogo, signUpBrand, signUpCreator, upload } from '../support/worlds/client.ts';
import type { Account } from '../support/worlds/client.ts';
import { drawPicture } from '../support/picture.ts';
import { drawLogo } from './logo.ts';
import { brands, creators } from './people.ts';

export interface Shop {
  readonly sellers: readonly Account[];
  readonly buyers: readonly Account[];
  readonly items: readonly string[];
}

/** Every third brand has no logo, and is shown by its name. */
const hasLogo = (number: number) => number % 3 !== 2;

const openBrand = async (url: string, name: string, number: number): Promise<Account> => {
  const brand = await signUpBrand(url, name);
  const { token } = brand;
  await patch(`${url}/api/profile`, { show_on_homepage: true }, { token });
  if (hasLogo(number)) await putLogo(url, token, new Uint8Array(await drawLogo(name, number)));
  return brand;
};

/** Signs the demo's people up, and puts the pictures of its creators on the wall. */
export const openShop = async (url: string): Promise<Shop> => {
  const buyers: Account[] = [];
  for (const [number, name] of brands.entries()) buyers.push(await openBrand(url, name, number));
  const sellers: Account[] = [];
  const items: string[] = [];
  for (const { name, pictures } of creators) {
    const seller = await signUpCreator(url, name);
    sellers.push(seller);
    for (const listing of pictures) {
      const picture = await drawPicture(items.length + 1);
      const uploadId = await upload(url, seller.token, new Uint8Array(picture));
      items.push((await publish(url, seller.token, uploadId, listing)).id);
    }
  }
  return { sellers, buyers, items };
};
