import { get, password, patch, post, publish, signUpBrand, upload } from './client.ts';
import type { Account } from './client.ts';
import { drawPicture } from '../picture.ts';

/** In cents: one-time, six months, perpetual; null if the creator does not offer it. */
type Prices = readonly [number | null, number | null, number | null];

interface Seller {
  readonly account: Account;
  /** The referrer who is rewarded when this creator sells, as an index into the sellers; null for nobody. */
  readonly referrer: number | null;
}

/** Several creators, referred by each other or by nobody, several brands, and items whose prices can be set. */
export interface PricedShop {
  readonly sellers: readonly Seller[];
  readonly brands: readonly Account[];
  readonly items: readonly { readonly id: string; readonly title: string; readonly seller: number }[];
}

const titles = [
  'Harbour at dawn',
  'Smith & Sons “$9.99”',
  'Щедрий вечір, 100 %',
  'Total paid: $1.00 USD',
  'Nguyễn Thị Ánh × 3: $5.00',
];
export const itemsPerSeller = 3;

/** In the order of the brands. */
export const brandNames = ['Acme', 'Northwind & Daughters', 'Ελληνική Δύναμη'] as const;

const signUpSeller = async (url: string, number: number, venmo: string, code: string | null): Promise<Account> => {
  const email = `seller-${number}-${crypto.randomUUID()}@example.com`;
  const name = `Seller ${'ABCDE'[number]}`;
  const phone = `+1 555 010 30${10 + number}`;
  const payout = { payment_method: 'venmo', venmo_name: venmo };
  const referral = code === null ? {} : { referral_code: code, referral_source: 'manual' };
  const profile = { name, email, phone, social_handle: `@seller${number}`, ...payout, ...referral };
  const data = { userType: 'creator', profile };
  const session = await post<{ access_token: string; refresh_token: string; user: { id: string } }>(
    `${url}/auth/v1/signup`,
    { email, password, data },
  );
  return {
    id: session.user.id,
    email,
    name,
    token: session.access_token,
    refreshToken: session.refresh_token,
  };
};

const codeOf = async (url: string, { token }: Account) =>
  (await post<{ code: string }>(`${url}/api/referral-codes`, {}, { token })).code;

const openSellers = async (url: string): Promise<readonly Seller[]> => {
  const first = await signUpSeller(url, 0, 'venmo-a', null);
  const firstCode = await codeOf(url, first);
  const second = await signUpSeller(url, 1, 'venmo-b', firstCode);
  const third = await signUpSeller(url, 2, 'venmo-c', await codeOf(url, second));
  // A referred creator with the same payout account as the referrer may be the same person: the referral is held and
  // nobody is rewarded.
  const held = await signUpSeller(url, 3, 'venmo-a', firstCode);
  const alone = await signUpSeller(url, 4, 'venmo-e', null);
  return [
    { account: first, referrer: null },
    { account: second, referrer: 0 },
    { account: third, referrer: 1 },
    { account: held, referrer: null },
    { account: alone, referrer: null },
  ];
};

export const sellerCount = 5;

export const openPricedShop = async (url: string): Promise<PricedShop> => {
  const sellers = await openSellers(url);
  const brands: Account[] = [];
  for (const name of brandNames) brands.push(await signUpBrand(url, name));
  const published = sellers.map(async ({ account }, seller) => {
    const items: PricedShop['items'][number][] = [];
    for (let number = 0; number < itemsPerSeller; number += 1) {
      const picture = new Uint8Array(await drawPicture(seller * itemsPerSeller + number, 240, 160));
      const title = `${titles[seller]} ${number + 1}`;
      const { id } = await publish(url, account.token, await upload(url, account.token, picture), { title });
      items.push({ id, title, seller });
    }
    return items;
  });
  return { sellers, brands, items: (await Promise.all(published)).flat() };
};

/** Sets the price of each item; returns the log position at which all prices are in effect. */
export const reprice = async (url: string, { sellers, items }: PricedShop, prices: readonly Prices[]) => {
  const positions = await Promise.all(
    items.map(async ({ id, title, seller }, index) => {
      const [oneTime = null, sixMonth = null, perpetual = null] = prices[index] ?? [];
      const form = {
        title,
        description: '',
        tags: [],
        offerOneTime: oneTime !== null,
        offerSixMonth: sixMonth !== null,
        offerPerpetual: perpetual !== null,
        oneTimePrice: (oneTime ?? 0) / 100,
        sixMonthPrice: (sixMonth ?? 0) / 100,
        perpetualPrice: (perpetual ?? 0) / 100,
      };
      const token = sellers[seller]?.account.token ?? '';
      return (await patch<{ position: number }>(`${url}/api/content/${id}`, form, { token })).position;
    }),
  );
  return Math.max(...positions);
};

export type MarketRow = Readonly<Record<'one_time_price' | 'six_month_price' | 'perpetual_price', number>> &
  Readonly<Record<'offer_one_time' | 'offer_six_month' | 'offer_perpetual', boolean>> & {
    readonly id: string;
    readonly title: string;
    readonly creator_id: string;
    readonly media_url: string;
    readonly description: string;
  };

export const marketRows = async (url: string, after: number): Promise<ReadonlyMap<string, MarketRow>> => {
  const { items } = await get<{ items: readonly MarketRow[] }>(`${url}/api/marketplace?limit=500&after=${after}`);
  return new Map(items.map((row) => [row.id, row]));
};
