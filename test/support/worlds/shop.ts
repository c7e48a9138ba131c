import { publish, signUpBrand, signUpCreator, upload } from './client.ts';
import type { Account, Listing } from './client.ts';
import { drawPicture } from '../picture.ts';
import type { Product } from './product.ts';

/** A product with one creator, one brand and one picture for sale. */
export interface Shop {
  readonly creator: Account;
  readonly brand: Account;
  readonly itemId: string;
}

const harbour: Listing = {
  title: 'Harbour at dawn',
  description: 'Fishing boats before sunrise',
  tags: ['sea', 'morning'],
};

export const openShop = async ({ url }: Pick<Product, 'url'>, listing: Listing = harbour): Promise<Shop> => {
  const [creator, brand] = await Promise.all([signUpCreator(url), signUpBrand(url)]);
  const uploadId = await upload(url, creator.token, new Uint8Array(await drawPicture(1, 800, 600)));
  const { id: itemId } = await publish(url, creator.token, uploadId, listing);
  return { creator, brand, itemId };
};
