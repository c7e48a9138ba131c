import { randomUUID } from 'node:crypto';
import { CommandBus } from '@nestjs/cqrs';
import { content } from '@tessera/domain/content/content';
import { photo } from '@tessera/domain/content/photo.test-kit';
import { AwaitPreviews } from '../../apps/api/src/content/previews/await-previews.effect.ts';
import { Dispatch } from '../../apps/api/src/kernel/commands/dispatch.ts';
import { EventStore } from '../../apps/api/src/kernel/log/port.ts';
import { Projections } from '../../apps/api/src/kernel/projecting/projections.ts';
import { ReadStore } from '../../apps/api/src/kernel/views/port.ts';
import type { Work } from '../../apps/api/src/kernel/work/background-work.ts';
import {
  attachRelease,
  checkout,
  del,
  get,
  patch,
  pay,
  post,
  refusalOf,
  releasePdf,
  signUpBrand,
  signUpCreator,
  upload,
} from '../support/worlds/client.ts';
import type { Account } from '../support/worlds/client.ts';
import { drawPicture } from '../support/picture.ts';
import { startWholeApp } from '../support/worlds/whole-app.ts';

interface Row {
  readonly id: string;
  readonly title: string;
  readonly media_url: string;
  readonly tags: readonly string[];
  readonly position: number;
}

describe('publishing and editing content over HTTP', () => {
  let shop: Awaited<ReturnType<typeof startWholeApp>>;
  let creator: Account;
  let picture: Uint8Array<ArrayBuffer>;

  beforeAll(async () => {
    // Anything but ffmpeg, which would find a film without an original unfit for sale.
    shop = await startWholeApp({ FFMPEG: process.execPath });
    creator = await signUpCreator(shop.url);
    picture = new Uint8Array(await drawPicture(2, 800, 600));
  }, 60_000);
  afterAll(() => shop.close());

  /** What the browser sends for an upload that waited for the sign-up. */
  const pending = (uploadId: string) => ({
    uploadId,
    title: 'Northwind',
    description: 'Boots at dawn',
    brandName: 'Northwind',
    productUrls: ['https://northwind.example/boots', 'https://northwind.example'],
    notes: 'Boots at dawn',
    offerOneTime: true,
    offerSixMonth: true,
    offerPerpetual: false,
    oneTimePrice: 25,
    sixMonthPrice: 250,
    perpetualPrice: 0,
    tags: ['pending'],
  });
  /** The resulting row, except for its media, and without the marker of a pending upload. */
  const row = {
    title: 'Northwind',
    description: 'Boots at dawn',
    media_type: 'image',
    brand_name: 'Northwind',
    brand_url: 'https://northwind.example/boots',
    product_urls: ['https://northwind.example/boots', 'https://northwind.example'],
    notes: 'Boots at dawn',
    one_time_price: 25,
    six_month_price: 250,
    perpetual_price: 0,
    offer_one_time: true,
    offer_six_month: true,
    offer_perpetual: false,
    tags: [],
  };
  const uploaded = () => upload(shop.url, creator.token, picture);
  const publish = (body: object, account = creator) => post<Row>(`${shop.url}/api/content`, body, account);
  const listing = {
    title: 'Harbour',
    description: '',
    tags: ['Sea', ' dawn ', 'sea'],
    offerOneTime: true,
    offerSixMonth: false,
    offerPerpetual: false,
    oneTimePrice: 30,
    sixMonthPrice: 250,
    perpetualPrice: 500,
  };

  it('[UP-55, UP-56, UP-58, MEDIA-30] a pending upload becomes its creator’s content with everything it contained and its media’s path', async () => {
    const uploadId = await uploaded();
    const stored = await get<{ path: string }>(`${shop.url}/api/uploads/${uploadId}/result`, creator);
    expect(await publish(pending(uploadId))).toMatchObject({
      ...row,
      creator_id: creator.id,
      media_url: stored.path,
    });
  });

  it('[GAL-14] an internal marker is never a tag that anyone can see, search or filter by, however it is written', async () => {
    const body = { ...pending(await uploaded()), tags: ['Pending', ' boots ', 'pending'] };
    const { id, position, tags } = await publish(body);
    expect(tags).toEqual(['boots']);
    const market = await get<{ items: Row[]; tags: readonly unknown[] }>(
      `${shop.url}/api/marketplace?tag=pending&after=${position}`,
    );
    expect(market.items).toEqual([]);
    expect(JSON.stringify(market.tags)).not.toContain('pending');
    const edited = await patch<Row>(`${shop.url}/api/content/${id}`, { ...listing, tags: ['pending', 'sea'] }, creator);
    expect(edited.tags).toEqual(['sea']);
  });

  it('publishing the same upload again, as after a lost answer, creates no second item', async () => {
    const body = pending(await uploaded());
    const [first, second] = [await publish(body), await publish(body)];
    expect(second.id).toBe(first.id);
  });

  it('[UP-78] a pending upload has to meet the same rules as every upload', async () => {
    const uploadId = await uploaded();
    const noOffer = { ...pending(uploadId), offerOneTime: false, offerSixMonth: false };
    expect((await refusalOf(publish(noOffer))).fields).toEqual({
      offerOneTime: 'You must offer at least one license type',
    });
    const free = { ...pending(uploadId), oneTimePrice: 0 };
    expect((await refusalOf(publish(free))).fields).toEqual({ oneTimePrice: 'Minimum price is $1' });
    const unnamed = { ...pending(uploadId), brandName: '', productUrls: [] };
    expect((await refusalOf(publish(unnamed))).fields).toEqual({
      brandName: 'Brand name is required',
      productUrls: 'At least one product URL is required',
    });
    expect(await refusalOf(publish(pending('never-uploaded')))).toMatchObject({ status: 400 });
  });

  it('[UP-74] naming an owner is refused, and another creator’s upload does not exist for a creator', async () => {
    const uploadId = await uploaded();
    const other = await signUpCreator(shop.url, 'Otto Other');
    expect(await refusalOf(publish({ ...pending(uploadId), creator_id: other.id }))).toMatchObject({ status: 400 });
    expect(await refusalOf(publish(pending(uploadId), other))).toMatchObject({ status: 400 });
  });

  it('[UP-75] an edit is really saved, and read by everyone; an unknown id is not found', async () => {
    const { id } = await publish(pending(await uploaded()));
    const { position } = await patch<Row>(`${shop.url}/api/content/${id}`, listing, creator);
    const market = await get<{ items: Row[] }>(`${shop.url}/api/marketplace?after=${position}`);
    expect(market.items.find((item) => item.id === id)).toMatchObject({
      title: 'Harbour',
      tags: ['sea', 'dawn'],
      one_time_price: 30,
      offer_six_month: false,
    });
    expect(await get(`${shop.url}/api/content/${id}`)).toMatchObject({
      title: 'Harbour',
      creator_name: creator.name,
      format: 'JPEG',
    });
    expect(await refusalOf(get(`${shop.url}/api/content/nothing`))).toMatchObject({ status: 404 });
    expect(await refusalOf(patch(`${shop.url}/api/content/nothing`, listing, creator))).toMatchObject({ status: 404 });
  });

  it('[UP-76] another creator can’t change the item, and a brand can’t change any item', async () => {
    const { id } = await publish(pending(await uploaded()));
    const [other, brand] = [await signUpCreator(shop.url, 'Otto Other'), await signUpBrand(shop.url)];
    expect(await refusalOf(patch(`${shop.url}/api/content/${id}`, listing, other))).toMatchObject({ status: 404 });
    expect(await refusalOf(patch(`${shop.url}/api/content/${id}`, listing, brand))).toMatchObject({ status: 403 });
    expect(await get(`${shop.url}/api/content/${id}`)).toMatchObject({ title: 'Northwind' });
  });

  it('[ENT-08] [ENT-11] everyone can read an item with all of its fields, and each license type as offered or not', async () => {
    const uploadId = await uploaded();
    const stored = await get<{ path: string }>(`${shop.url}/api/uploads/${uploadId}/result`, creator);
    const { id } = await publish(pending(uploadId));
    expect(await get(`${shop.url}/api/content/${id}`)).toMatchObject({
      ...row,
      id,
      creator_id: creator.id,
      media_url: stored.path,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
  });

  it('[API-19] [API-21] what a creator publishes is a row of content that only this creator reads back', async () => {
    const other = await signUpCreator(shop.url);
    const { position, ...published } = await publish(pending(await uploaded()));
    expect(published).toMatchObject({
      ...row,
      creator_id: creator.id,
      media_url: expect.stringMatching(/^[^/].*[.]webp$/),
    });
    const mine = ({ token }: Account) =>
      get<{ items: readonly Row[] }>(`${shop.url}/api/content/mine?after=${position}`, { token });
    expect((await mine(creator)).items.map(({ id }) => id)).toContain(published.id);
    expect((await mine(other)).items).toEqual([]);
  });

  it('[GAL-20] an item with people and no release is sold as editorial, and a sold license keeps the use it was sold for', async () => {
    const brand = await signUpBrand(shop.url);
    const { id, position: published } = await publish({ ...pending(await uploaded()), people: true });
    const facts = (after: number) => get(`${shop.url}/api/content/${id}?after=${after}`);
    expect(await facts(published)).toMatchObject({
      people: true,
      editorial: true,
      editorial_chosen: false,
      model_releases: 0,
    });
    const buy = async () => {
      const { order_id } = await checkout(shop.url, brand.token, [{ id, licenseType: 'one_time' }]);
      const { license_ids, position } = await pay(shop.url, brand.token, order_id);
      const address = `${shop.url}/api/licenses/${license_ids[0]}/agreement?after=${position}`;
      return () => get<{ agreement_text: string }>(address, brand);
    };
    const sold = await buy();
    const before = (await sold()).agreement_text;
    expect(before).toContain('Editorial use only: the Brand may use the Content to illustrate news');

    const office = Buffer.from('PK\u0003\u0004 a document of an office program');
    expect(await refusalOf(attachRelease(shop.url, creator.token, id, { file: office }))).toMatchObject({
      code: 'not_a_release',
      message: 'Please choose a PDF or an image: JPEG, PNG or WebP.',
    });
    const large = Buffer.concat([releasePdf, Buffer.alloc(10 * 1024 * 1024)]);
    expect(await refusalOf(attachRelease(shop.url, creator.token, id, { file: large }))).toMatchObject({
      code: 'release_too_large',
    });
    const attached = await attachRelease(shop.url, creator.token, id);
    expect(attached.editorial).toBe(false);
    const [release] = attached.items;
    const mine = `${shop.url}/api/content/${id}/releases`;
    expect(await get(`${mine}?after=${attached.position}`, creator)).toEqual({ items: attached.items });
    const file = await fetch(`${mine}/${release?.release_id}`, {
      headers: { authorization: `Bearer ${creator.token}` },
    });
    expect([file.headers.get('content-type'), file.headers.get('content-disposition')]).toEqual([
      'application/pdf',
      `attachment; filename=release-${release?.release_id}.pdf`,
    ]);
    expect(Buffer.from(await file.arrayBuffer()).equals(releasePdf)).toBe(true);
    expect(await facts(attached.position)).toMatchObject({ editorial: false, model_releases: 1 });

    const commercial = (await (await buy())()).agreement_text;
    expect(commercial).not.toMatch(/editorial/i);
    const removed = (await del(`${mine}/${release?.release_id}`, creator)) as { readonly position: number };
    expect(await facts(removed.position)).toMatchObject({ editorial: true, model_releases: 0 });
    expect((await sold()).agreement_text).toBe(before);
  });

  it('[FIX-22] a video that was put on sale without a preview leaves the market, once the view that lists such videos is folded', async () => {
    const { app, url } = shop;
    const content_id = randomUUID();
    const media = { ...photo.media, media_type: 'video' } as const;
    const video = { ...photo, content_id, creator_id: creator.id, media };
    const metadata = { actor: creator.id, correlation: content_id, causation: null };
    const commands = app.get(CommandBus);
    const published = new Dispatch(content, content_id, { kind: 'publish', content: video, measures: null }, metadata);
    await commands.execute(published);
    const projections = app.get(Projections);
    const reached = jest.fn(projections.reached.bind(projections));
    const rounds: (() => Promise<void>)[] = [];
    const work = {
      start: ({ round }: Work) =>
        rounds.push(() => round({ signal: new AbortController().signal } as never, undefined as never)),
    };
    const engines = [app.get<ReadStore>(ReadStore), app.get<EventStore>(EventStore)] as const;
    new AwaitPreviews(work as never, commands, ...engines, { reached } as never).onApplicationBootstrap();
    const onSale = async () => {
      const address = `${url}/api/marketplace?limit=500&after=${await shop.head()}`;
      return (await get<{ items: readonly Row[] }>(address)).items.some(({ id }) => id === content_id);
    };
    const afterRound = async () => {
      for (const round of rounds) await round();
      return onSale();
    };
    expect(await onSale()).toBe(true);
    reached.mockResolvedValueOnce(false);
    expect(await afterRound()).toBe(true);
    expect(await afterRound()).toBe(false);
  });
});
