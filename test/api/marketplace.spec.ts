// Deliberate typos and partly typed words. cspell:ignore harb ligthouse sunrice sunrize lihgthouse sunnrise Meddow Łódź lodz Straße STRASSE ＮＡＣＨＴ שלום לוֹם nacht ｎａｃｈｔ
import type { MarketplaceItem } from '@tessera/contract/content';
import {
  checkout,
  get,
  patch,
  publish,
  refusalOf,
  signUpBrand,
  signUpCreator,
  upload,
} from '../support/worlds/client.ts';
import type { Account, Listing } from '../support/worlds/client.ts';
import sharp from 'sharp';
import { drawPicture } from '../support/picture.ts';
import { startWholeApp } from '../support/worlds/whole-app.ts';

interface Marketplace {
  readonly items: readonly MarketplaceItem[];
  readonly tags: readonly string[];
  readonly next_cursor: string | null;
  readonly position: number;
  readonly total?: number;
  readonly meant: string | null;
  readonly fallback: null;
}

/** The prices of the one-time, six-month and perpetual licenses in dollars; null if not offered. */
type Prices = readonly [number | null, number | null, number | null];

describe('the marketplace', () => {
  let shop: Awaited<ReturnType<typeof startWholeApp>>;
  let url: string;
  let ann: Account;
  let otto: Account;
  let pictures = 0;
  let last = -1;

  beforeAll(async () => {
    shop = await startWholeApp();
    ({ url } = shop);
    [ann, otto] = [await signUpCreator(url, 'Ann'), await signUpCreator(url, 'Otto')];
    await put(ann, { title: 'Harbour', tags: ['sea', 'calm'], description: 'Boats before SUNRISE' }, [10, 100, 900]);
    await put(otto, { title: 'Lighthouse', tags: ['sea'] }, [null, 50.5, 500]);
    await put(ann, { title: 'Meadow 100%', tags: ['green'], brandName: 'Sunflower Oils' }, [30, null, 200]);
    await put(otto, { title: 'Night_train', tags: ['seaside'] }, [null, null, 75]);
  }, 120_000);
  afterAll(() => shop.close());

  const put = async ({ token }: Account, listing: Listing, [once, half, always]: Prices = [25, 250, 500]) => {
    const picture = new Uint8Array(await drawPicture((pictures += 1), 200, 150));
    const item = await publish(url, token, await upload(url, token, picture), listing);
    const edited = await patch<{ position: number }>(
      `${url}/api/content/${item.id}`,
      {
        ...{ title: listing.title, description: listing.description ?? '', tags: listing.tags ?? [] },
        ...{ offerOneTime: once !== null, offerSixMonth: half !== null, offerPerpetual: always !== null },
        ...{ oneTimePrice: once ?? 25, sixMonthPrice: half ?? 250, perpetualPrice: always ?? 500 },
      },
      { token },
    );
    last = edited.position;
    return item.id;
  };
  const read = (query = '') => get<Marketplace>(`${url}/api/marketplace?after=${last}&${query}`);
  const titles = async (query = '') => (await read(query)).items.map(({ title }) => title);

  it('[MKT-33] everyone reads all that is for sale, the newest first, page by page', async () => {
    const { items, fallback, position } = await read();
    expect(items.map(({ title }) => title)).toEqual(['Night_train', 'Meadow 100%', 'Lighthouse', 'Harbour']);
    expect(fallback).toBeNull();
    expect(position).toBeGreaterThanOrEqual(last);
    expect(JSON.stringify(items)).not.toMatch(/sha256|original/);
    const first = await read('limit=3');
    const second = await read(`limit=3&cursor=${first.next_cursor}`);
    expect([...first.items, ...second.items]).toEqual(items);
    expect(second.next_cursor).toBeNull();
  });

  it('[GAL-03] each item has its creator’s current name and its picture’s proportions', async () => {
    const namesOf = async () => (await read()).items.map(({ title, creator_name }) => `${title}: ${creator_name}`);
    const others = ['Night_train: Otto', 'Lighthouse: Otto'];
    expect(await namesOf()).toEqual([others[0], 'Meadow 100%: Ann', others[1], 'Harbour: Ann']);
    const { position } = await patch<{ position: number }>(
      `${url}/api/profile`,
      { name: 'Ann Marie' },
      { token: ann.token },
    );
    await get(`${url}/api/marketplace?after=${position}`);
    expect(await namesOf()).toEqual([others[0], 'Meadow 100%: Ann Marie', others[1], 'Harbour: Ann Marie']);
    const { items } = await read();
    expect(items.map(({ media_width, media_height }) => media_width / media_height)).toEqual(Array(4).fill(4 / 3));
  });

  it('an item shows its lowest offered price', async () => {
    const { items } = await read();
    expect(items.map(({ from_price }) => from_price)).toEqual([75, 30, 50.5, 10]);
  });

  it('[MKT-31] a search covers title, description, brand and tags, whatever the case and special characters', async () => {
    expect(await titles('search=sun')).toEqual(['Meadow 100%', 'Harbour']);
    expect(await titles('search=LIGHT')).toEqual(['Lighthouse']);
    expect(await titles('search=Sea')).toEqual(['Night_train', 'Lighthouse', 'Harbour']);
    expect(await titles(`search=${encodeURIComponent('0%')}`)).toEqual(['Meadow 100%']);
    expect(await titles('search=_')).toEqual(['Night_train']);
    expect(await titles('search=%22')).toEqual([]);
    expect(await titles('search=%20%20')).toHaveLength(4);
  });

  it('[MKT-32] [FIX-27] a tag finds the items with exactly that tag, in any case', async () => {
    expect(await titles('tag=sea')).toEqual(['Lighthouse', 'Harbour']);
    expect(await titles('tag=Sea')).toEqual(['Lighthouse', 'Harbour']);
    expect(await titles('tag=se')).toEqual([]);
  });

  it('media type, creator and license type filter the list, alone and combined', async () => {
    expect(await titles('type=video')).toEqual([]);
    expect(await titles('type=image')).toHaveLength(4);
    expect(await titles(`creator=${ann.id}`)).toEqual(['Meadow 100%', 'Harbour']);
    expect(await titles('license=one_time')).toEqual(['Meadow 100%', 'Harbour']);
    expect(await titles('license=six_month')).toEqual(['Lighthouse', 'Harbour']);
    expect(await titles(`license=perpetual&creator=${otto.id}&search=light&tag=sea&type=image`)).toEqual([
      'Lighthouse',
    ]);
    expect(await titles('creator=nobody')).toEqual([]);
  });

  it('prices are those of the selected license type, or the lowest offered', async () => {
    expect(await titles('sort=price_asc')).toEqual(['Harbour', 'Meadow 100%', 'Lighthouse', 'Night_train']);
    expect(await titles('sort=price_desc')).toEqual(['Night_train', 'Lighthouse', 'Meadow 100%', 'Harbour']);
    expect(await titles('sort=price_asc&license=perpetual')).toEqual([
      ...['Night_train', 'Meadow 100%', 'Lighthouse', 'Harbour'],
    ]);
    expect(await titles('min_price=30&max_price=50.50')).toEqual(['Meadow 100%', 'Lighthouse']);
    expect(await titles('max_price=50.49')).toEqual(['Meadow 100%', 'Harbour']);
    expect(await titles('min_price=500&license=perpetual&sort=price_desc')).toEqual(['Harbour', 'Lighthouse']);
    expect(await titles('min_price=1000')).toEqual([]);
  });

  it('an invalid value is refused, and the answer says what is accepted', async () => {
    const amount = 'must be an amount in dollars, such as 25 or 99.50.';
    for (const [query, message] of [
      ['sort=best', 'sort must be one of: newest, price_asc, price_desc.'],
      ['type=sound', 'type must be one of: image, video.'],
      ['license=forever', 'license must be one of: one_time, six_month, perpetual.'],
      ['license=one_time&license=perpetual', 'license must be one of: one_time, six_month, perpetual.'],
      ...['-1', '1.234', '1e3', 'cheap', 'NaN', '99999999', ' 5'].map((value) => [
        ...[`min_price=${encodeURIComponent(value)}`, `min_price ${amount}`],
      ]),
      ['max_price=1&max_price=2', `max_price ${amount}`],
      ['min_price=2&max_price=1', 'min_price is higher than max_price.'],
      ['creator=a&creator=b', 'creator must be one text of at most 200 characters.'],
      [`search=${'x'.repeat(201)}`, 'search must be one text of at most 200 characters.'],
      ['limit=0', 'limit must be a whole number from 1 to 500.'],
    ] as const) {
      expect(await refusalOf(read(query))).toMatchObject({ status: 400, code: 'invalid_input', message });
    }
    const { next_cursor } = await read('limit=1');
    for (const query of ['cursor=nonsense', `sort=price_asc&cursor=${next_cursor}`]) {
      expect(await refusalOf(read(query))).toMatchObject({ status: 400 });
    }
  });

  it('pages neither repeat nor skip an item while others are published', async () => {
    for (const sort of ['newest', 'price_asc', 'price_desc']) {
      const before = (await read(`sort=${sort}`)).items.map(({ id }) => id);
      const found: string[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const page: Marketplace = await read(`sort=${sort}&limit=2${cursor && `&cursor=${cursor}`}`);
        found.push(...page.items.map(({ id }) => id));
        if (found.length === 2) await put(otto, { title: `Between, by ${sort}`, tags: ['new'] }, [20, null, 60]);
        cursor = page.next_cursor;
      }
      expect(new Set(found).size).toBe(found.length);
      expect(found.filter((id) => before.includes(id))).toEqual(before);
    }
  });

  it('[MKT-05] the chips show at most ten different tags of items for sale', async () => {
    const many = Array.from({ length: 7 }, (_, index) => `chip ${index}`);
    await put(ann, { title: 'Chips', tags: many });
    const { tags } = await read(`search=${encodeURIComponent('|')}`);
    expect(tags).toHaveLength(10);
    expect(new Set(tags).size).toBe(10);
    expect(tags.slice(0, 7).toSorted()).toEqual(many);
  });

  it('[GAL-05] a search finds items with all its words, in any order, singular or plural, with title matches first', async () => {
    expect(await titles('search=sunrise+boat')).toEqual(['Harbour']);
    expect(await titles('search=calm+seas+harb')).toEqual(['Harbour']);
    expect(await titles('search=light+sea&exact=true')).toEqual(['Lighthouse']);
    expect(await titles('search=sea+light')).toEqual(['Lighthouse']);
    await put(otto, { title: 'Boat at sunrise', tags: ['sea'] });
    await put(ann, { title: 'Regatta', tags: ['boats', 'sunrise'] });
    expect(await titles('search=sunrise+boats')).toEqual(['Boat at sunrise', 'Regatta', 'Harbour']);
    expect(await titles('search=sunrise+boats&sort=newest')).toEqual(['Regatta', 'Boat at sunrise', 'Harbour']);
    const first = await read('search=sunrise+boats&limit=1');
    const second = await read(`search=sunrise+boats&limit=1&cursor=${first.next_cursor}`);
    expect([first.total, second.total]).toEqual([3, undefined]);
    expect([...first.items, ...second.items].map(({ title }) => title)).toEqual(['Boat at sunrise', 'Regatta']);
    expect(second.next_cursor).not.toBeNull();
  });

  it('[GAL-05] [MKT-31] items that only contain the words are found as well, after those that have them, page by page', async () => {
    expect(await titles('search=rise')).toEqual(['Regatta', 'Boat at sunrise', 'Harbour']);
    const first = await read('search=rise&limit=1');
    const rest = await read(`search=rise&cursor=${first.next_cursor}`);
    expect([first.total, rest.items.map(({ title }) => title)]).toEqual([3, ['Boat at sunrise', 'Harbour']]);
    expect(await titles('search=calm+rise&exact=true')).toEqual(['Harbour']);
    await put(ann, { title: 'Moonlight' });
    expect(await titles('search=light&exact=true')).toEqual(['Lighthouse', 'Moonlight']);
    expect(await titles('search=light&sort=newest')).toEqual(['Moonlight', 'Lighthouse']);
    // In the creator’s name, in the middle of it, together with a part of the title.
    expect(await titles('search=tto+ght&exact=true')).toEqual(['Night_train', 'Lighthouse']);
  });

  it('[GAL-05] a search finds items by their creators’ current names, combined with other words and while still being typed', async () => {
    expect(await titles('search=otto+lighthouse')).toEqual(['Lighthouse']);
    expect(await titles('search=sea+OTT')).toEqual(['Boat at sunrise', 'Lighthouse', 'Night_train']);
    expect(await titles('search=otto+meadow&exact=true')).toEqual([]);
    // Ann was renamed above: her work is found by both words of her name, in sequence.
    const hers = await titles('search=ann+mari&sort=newest');
    expect(hers).toEqual(expect.arrayContaining(['Regatta', 'Meadow 100%', 'Harbour']));
    expect(hers).not.toContain('Lighthouse');
    const called = (name: string) => patch<{ position: number }>(`${url}/api/profile`, { name }, { token: otto.token });
    const found = async (after: number, search: string) =>
      (await get<Marketplace>(`${url}/api/marketplace?after=${after}&exact=true&search=${search}`)).items.map(
        ({ title }) => title,
      );
    const { position } = await called('Ottilie');
    expect(await found(position, 'lighthouse+otto')).toEqual([]);
    expect(await found(position, 'lighthouse+ottilie')).toEqual(['Lighthouse']);
    await called('Otto');
  });

  it('[GAL-06] it suggests tags and items for words that are still being typed', async () => {
    const suggest = (search: string) =>
      get<{ tags: string[]; items: { title: string }[] }>(`${url}/api/marketplace/suggestions?search=${search}`);
    const { tags, items } = await suggest('sea');
    expect([tags, items]).toEqual([['sea', 'seaside'], []]);
    const boat = await suggest('boa');
    expect([boat.tags, boat.items.map(({ title }) => title)]).toEqual([['boats'], ['Boat at sunrise']]);
    expect(await suggest('')).toEqual({ tags: [], creators: [], items: [] });
    expect(await suggest('volcano')).toEqual({ tags: [], creators: [], items: [] });
  });

  it('[GAL-06] without a match an exact search says what was probably meant, and there are bestsellers', async () => {
    const meant = async (search: string) => {
      const { items, meant: words } = await read(`exact=true&search=${search}`);
      expect(items).toEqual([]);
      return words;
    };
    expect(await meant('ligthouse')).toBe('lighthouse');
    expect(await meant('sunrice+boats')).toBe('sunrise boats');
    expect(await meant('volcano')).toBeNull();
    const { items } = await get<{ items: MarketplaceItem[] }>(`${url}/api/marketplace/instead`);
    expect(items).toHaveLength(8);
    expect(JSON.stringify(items)).not.toMatch(/sha256|original/);
  });

  it('[FIX-43] a sentence, or a word with a typo, finds what was meant, and says what that is', async () => {
    const found = async (search: string, filter = '') => {
      const { items, meant } = await read(`${new URLSearchParams({ search })}&sort=newest${filter}`);
      return [meant, ...items.map(({ title }) => title)];
    };
    expect(await found('photos of the lighthouse')).toEqual(['photos lighthouse', 'Lighthouse']);
    expect(await found('Show me some pictures of a lighthouse')).toEqual(['photo lighthouse', 'Lighthouse']);
    expect(await found('boats at the lihgthouse')).toEqual([null]);
    expect(await found('lihgthouse')).toEqual(['lighthouse', 'Lighthouse']);
    expect(await found('a boat at sunrize')).toEqual(['boat sunrise', 'Regatta', 'Boat at sunrise', 'Harbour']);
    expect(await found('boats in the sunnrise')).toEqual(['boats sunrise', 'Regatta', 'Boat at sunrise', 'Harbour']);
    expect(await found('Meddow by Ann')).toEqual(['meadow ann', 'Meadow 100%']);
    expect(await found('volcano lighthouse')).toEqual(['lighthouse', 'Lighthouse']);
    // What is found as written is not corrected, and neither is what a filter hides, or what should stay as written.
    expect(await found('sea light')).toEqual([null, 'Lighthouse']);
    expect(await found('photos of the lighthouse', '&tag=green')).toEqual([null]);
    expect(await found('lihgthouse', '&exact=true')).toEqual(['lighthouse']);
    expect(await found('photos of volcanoes')).toEqual([null]);
    const first = await read('search=the+sunnrise+boats&limit=1&sort=newest');
    const rest = await read(
      `${new URLSearchParams({ search: 'the sunnrise boats', cursor: first.next_cursor ?? '' })}&sort=newest`,
    );
    expect([first.total, first.meant, rest.meant]).toEqual([3, 'sunrise boats', 'sunrise boats']);
    expect(rest.items.map(({ title }) => title)).toEqual(['Boat at sunrise', 'Harbour']);
  });

  it('[FIX-43] ‘photo’ and ‘photos’ find all photos, and ‘video’ and ‘videos’ none of them', async () => {
    const all = (await read()).items.length;
    for (const word of ['photo', 'Photos', 'PHOTO']) expect((await read(`search=${word}`)).total).toBe(all);
    for (const word of ['video', 'Videos']) expect((await read(`search=${word}`)).total).toBe(0);
    expect(await titles('search=lighthouse+photos')).toEqual(['Lighthouse']);
  });

  it('[FIX-27] a tag filters in whatever form it is written, and texts are found without their accents', async () => {
    await put(otto, { title: 'Łódź — l’été', tags: ['Straße', 'ＮＡＣＨＴ', 'nacht'], description: 'שָׁלוֹם' });
    const [item] = (await read('tag=STRASSE')).items;
    expect(item).toMatchObject({ title: 'Łódź — l’été', tags: ['straße', 'nacht'] });
    for (const tag of ['straße', 'Nacht', 'ｎａｃｈｔ'])
      expect(await titles(`${new URLSearchParams({ tag })}`)).toEqual(['Łódź — l’été']);
    for (const search of ['lodz', 'ete', "l'ete", 'שלום', 'odz', "dz — l'e"])
      expect(await titles(`${new URLSearchParams({ search, exact: 'true' })}`)).toEqual(['Łódź — l’été']);
  });

  it('[GAL-07] the chips are the most used tags of the results', async () => {
    expect((await read('search=sea')).tags.slice(0, 2)).toEqual(['sea', 'seaside']);
    expect((await read('search=meadow')).tags).toEqual(['green']);
    expect((await read('type=video&search=meadow')).tags).toHaveLength(10);
  });

  it('[MKT-28] a license type that the creator does not offer can’t be bought, whatever the browser sends', async () => {
    const brand = await signUpBrand(url);
    const [item] = (await read('search=night')).items;
    const line = { id: item?.id ?? '', title: 'Night_train', licenseType: 'one_time', price: 0 };
    expect(await refusalOf(checkout(url, brand.token, [line]))).toMatchObject({ status: 422 });
  });

  it('[MKT-38] a sample can’t be bought', async () => {
    const brand = await signUpBrand(url);
    const refusal = await refusalOf(checkout(url, brand.token, [{ id: 'sample-1', title: 'Orange Scarf' }]));
    expect(refusal.status).toBe(422);
    expect(refusal.message).toContain('Orange Scarf');
  });

  it('[GAL-07] [GAL-09] the measurements of an upload, and whether it shows people, filter the list, are facts of the item, and determine similar items', async () => {
    const publishDrawn = async (width: number, height: number, background: string, people?: boolean) => {
      const picture = await sharp({ create: { width, height, channels: 3, background } })
        .png()
        .toBuffer();
      const uploadId = await upload(url, otto.token, new Uint8Array(picture));
      const said = people === undefined ? {} : { people };
      return publish(url, otto.token, uploadId, { title: `${background} ${width}`, tags: ['measured'], ...said });
    };
    const tall = await publishDrawn(1_500, 2_400, '#2060d0', false);
    await publishDrawn(300, 300, '#2060d0', true);
    last = (await publishDrawn(300, 200, '#d02020')).position;
    expect(await titles('color=blue&tag=measured')).toEqual(['#2060d0 300', '#2060d0 1500']);
    expect(await titles('color=blue&orientation=portrait&size=medium&tag=measured')).toEqual(['#2060d0 1500']);
    expect(await titles('orientation=square&tag=measured')).toEqual(['#2060d0 300']);
    expect(await titles('people=with&tag=measured')).toEqual(['#2060d0 300']);
    expect(await titles('color=blue&people=without&tag=measured')).toEqual(['#2060d0 1500']);
    const item = await get<{ original_width: number; original_height: number; bytes: number }>(
      `${url}/api/content/${tall.id}`,
    );
    expect(item).toMatchObject({ original_width: 1_500, original_height: 2_400, size: 'medium', color: 'blue' });
    expect(item.bytes).toBeGreaterThan(0);
    const similar = await get<Pick<Marketplace, 'items'>>(`${url}/api/marketplace/${tall.id}/similar`);
    expect(similar.items.map(({ title }) => title).slice(0, 2)).toEqual(['#2060d0 300', '#d02020 300']);
    expect(similar.items[0]).toMatchObject({ creator_name: 'Otto' });
    expect(await get(`${url}/api/marketplace/nothing/similar`)).toEqual({ items: [] });
  });
});
