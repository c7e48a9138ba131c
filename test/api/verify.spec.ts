import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { renditionOf } from '@tessera/domain/content/media/renditions';
import { extractText, getDocumentProxy } from 'unpdf';
import { systemClock } from '../../apps/api/src/kernel/clock.ts';
import { EventCodec } from '../../apps/api/src/kernel/log/codec.ts';
import { EventStore } from '../../apps/api/src/kernel/log/port.ts';
import { ReadStore } from '../../apps/api/src/kernel/views/port.ts';
import {
  checkout,
  get,
  patch,
  pay,
  publish,
  refusalOf,
  signIn,
  signUpBrand,
  signUpCreator,
  upload,
} from '../support/worlds/client.ts';
import type { Account } from '../support/worlds/client.ts';
import { drawPicture } from '../support/picture.ts';
import { startProduct } from '../support/worlds/product.ts';
import type { Product } from '../support/worlds/product.ts';
import { startWholeApp } from '../support/worlds/whole-app.ts';
import type { WholeApp } from '../support/worlds/whole-app.ts';
import { changed } from '../support/doubles/changed.ts';
import { until } from '../support/until.ts';

interface Proof {
  readonly status: string;
  readonly media_url: string;
  readonly start_date: string;
  readonly end_date: string | null;
}

const dayMs = 86_400_000;
const publicUrl = 'https://tessera.example';

describe('the public proof of a license', () => {
  let aheadMs = 0;
  const clock = changed(systemClock, { now: () => new Date(Date.now() + aheadMs) });
  const original = drawPicture(7, 800, 600);
  let whole: WholeApp;
  let url: string;
  let creator: Account;
  let brand: Account;
  let itemId: string;

  beforeAll(async () => {
    whole = await startWholeApp({ PUBLIC_URL: publicUrl }, clock);
    ({ url } = whole);
    creator = await signUpCreator(url, 'Nguyễn Thị Ánh');
    brand = await signUpBrand(url, 'Ελληνική & Σία');
    const uploadId = await upload(url, creator.token, new Uint8Array(await original));
    ({ id: itemId } = await publish(url, creator.token, uploadId, { title: 'Щедрий вечір' }));
  }, 60_000);
  afterEach(() => {
    aheadMs = 0;
  });
  afterAll(() => whole.close());

  const buy = async (licenseType: string) => {
    const { order_id } = await checkout(url, brand.token, [{ id: itemId, licenseType }]);
    const { license_ids, position } = await pay(url, brand.token, order_id);
    await get(`${url}/api/licenses?after=${position}`, { token: brand.token });
    return { id: license_ids[0] ?? '', order_id };
  };
  const verify = (id: string) => get<Proof>(`${url}/api/verify/${id}`);

  it('tells everyone what is licensed to whom, but no price, account or contact details', async () => {
    const { id } = await buy('six_month');
    const proof = await verify(id);
    expect(proof).toEqual({
      license_id: id,
      status: 'valid',
      item_title: 'Щедрий вечір',
      media_url: expect.stringMatching(/\.webp$/) as string,
      media_type: 'image',
      license_type: 'six_month',
      refunded_at: null,
      brand_name: 'Ελληνική & Σία',
      creator_name: 'Nguyễn Thị Ánh',
      start_date: expect.any(String) as string,
      end_date: new Date(Date.parse(proof.start_date) + 180 * dayMs).toISOString(),
      sha256: createHash('sha256')
        .update(await original)
        .digest('hex'),
      terms_version: '2026-11-25',
    });
    const preview = await fetch(`${url}/media/${proof.media_url}`);
    expect(preview.status).toBe(200);
  });

  it('[GAL-19] a downloaded original names its creator, its terms and where it is licensed, in a file that anyone can verify', async () => {
    const { id } = await buy('perpetual');
    const headers = { authorization: `Bearer ${brand.token}` };
    const answer = await fetch(`${url}/api/licenses/${id}/download`, { headers });
    const file = Buffer.from(await answer.arrayBuffer());
    expect(answer.headers.get('content-length')).toBe(String(file.length));
    const { xmpAsString: xmp } = await sharp(file).metadata();
    for (const said of [
      '<rdf:li>Nguyễn Thị Ánh</rdf:li>',
      'photoshop:Credit="Nguyễn Thị Ánh / Tessera"',
      `>© ${new Date().getUTCFullYear()} Nguyễn Thị Ánh<`,
      `xmpRights:WebStatement="${publicUrl}/terms-of-service"`,
      `<plus:LicensorURL>${publicUrl}/marketplace/${itemId}</plus:LicensorURL>`,
      'plus:DataMining="http://ns.useplus.org/ldf/vocab/DMI-PROHIBITED"',
    ])
      expect(xmp).toContain(said);
    const picture = await original;
    expect((await sharp(file).raw().toBuffer()).equals(await sharp(picture).raw().toBuffer())).toBe(true);
    expect(await get(`${url}/api/verify/${id}/download`)).toEqual({
      sha256: createHash('sha256').update(file).digest('hex'),
    });
    const again = await fetch(answer.url, {
      headers: { Range: 'bytes=100-', 'If-Range': answer.headers.get('etag') ?? '' },
    });
    expect([again.status, Buffer.from(await again.arrayBuffer()).equals(file.subarray(100))]).toEqual([206, true]);
  });

  it('[GAL-19] a creator’s choices about AI apply to existing previews and later licenses, but not to licenses already sold', async () => {
    const preview = async () => {
      const { media_url } = await get<{ media_url: string }>(`${url}/api/content/${itemId}`);
      const key = renditionOf(media_url, 320, 'avif');
      const file = Buffer.from(await (await fetch(`${url}/media/${key}`)).arrayBuffer());
      return { xmp: (await sharp(file).metadata()).xmpAsString, pixels: await sharp(file).raw().toBuffer() };
    };
    const download = async (id: string) => {
      const headers = { authorization: `Bearer ${brand.token}` };
      const answer = await fetch(`${url}/api/licenses/${id}/download`, { headers });
      return Buffer.from(await answer.arrayBuffer());
    };
    const sold = await buy('perpetual');
    const [before, soldFile] = [await preview(), await download(sold.id)];
    expect(before.xmp).toContain('<rdf:li>Nguyễn Thị Ánh</rdf:li>');
    expect(before.xmp).toContain(`<plus:LicensorURL>${publicUrl}/marketplace/${itemId}</plus:LicensorURL>`);
    expect(before.xmp).toContain('DMI-PROHIBITED');
    const listing = { title: 'Щедрий вечір', description: '', tags: [], offerOneTime: true, oneTimePrice: 25 };
    const edit = { ...listing, offerSixMonth: true, sixMonthPrice: 250, offerPerpetual: true, perpetualPrice: 500 };
    const chosen = { ...edit, dataMining: true, aiGenerated: true };
    expect(await patch(`${url}/api/content/${itemId}`, chosen, creator)).toMatchObject({
      ...{ data_mining: true, ai_generated: true, editorial: false, people: null },
    });
    aheadMs = 4_000;
    await until('the previews are rewritten', async () => (await preview()).xmp?.includes('DMI-ALLOWED') ?? false);
    const after = await preview();
    expect(after.xmp).toContain('trainedAlgorithmicMedia');
    expect(after.pixels.equals(before.pixels)).toBe(true);
    expect((await download((await buy('perpetual')).id)).toString('latin1')).toContain('DMI-ALLOWED');
    expect((await download(sold.id)).equals(soldFile)).toBe(true);
    // An omitted field keeps its value.
    expect(await patch(`${url}/api/content/${itemId}`, edit, creator)).toMatchObject({ data_mining: true });
  });

  it('says valid, expired or not yet started by the server’s own clock', async () => {
    const { id } = await buy('six_month');
    const { start_date, end_date } = await verify(id);
    for (const [instant, status] of [
      [Date.parse(start_date) - 60_000, 'upcoming'],
      [Date.parse(end_date ?? '') - 60_000, 'valid'],
      [Date.parse(end_date ?? '') + 60_000, 'expired'],
    ] as const) {
      aheadMs = instant - Date.now();
      expect(await verify(id)).toMatchObject({ status });
    }
  });

  it('says that a perpetual license is valid, even in a hundred years', async () => {
    const { id } = await buy('perpetual');
    aheadMs = 36_500 * dayMs;
    expect(await verify(id)).toMatchObject({ status: 'valid', end_date: null });
  });

  it('stays available after the item has left the marketplace', async () => {
    const { id } = await buy('one_time');
    const headers = { authorization: `Bearer ${creator.token}` };
    for (const change of ['withdraw', 'relist']) {
      const changed = await fetch(`${url}/api/content/${itemId}/${change}`, { method: 'POST', headers });
      expect(changed.ok).toBe(true);
      expect(await verify(id)).toMatchObject({ status: 'valid', item_title: 'Щедрий вечір' });
    }
  });

  it('[SEC-03] this and all other public pages read no account’s event history; names are current, and gone with their key', async () => {
    const { id } = await buy('one_time');
    const other = await signUpCreator(url, 'Ottilie Other');
    const uploadId = await upload(url, other.token, new Uint8Array(await drawPicture(8, 800, 600)));
    const { id: hers } = await publish(url, other.token, uploadId, { title: 'Harbor' });
    const page = `${url}/api/content/${hers}`;
    const { position } = await patch<{ position: number }>(`${url}/api/profile`, { name: 'Ottilie Oak' }, other);
    const views = whole.app.get<ReadStore>(ReadStore);
    await until('no email still reads the parties of the sale', async () => {
      const unsent = ['receipt', 'money'].map((kind) => views.count('due-mails', { where: { kind } }));
      return (await Promise.all(unsent)).every((count) => count === 0);
    });
    const readStream = jest.spyOn(whole.app.get<EventStore>(EventStore), 'readStream');
    expect(await get(`${page}?after=${position}`)).toMatchObject({ creator_name: 'Ottilie Oak' });
    expect(await get(`${url}/api/content/${itemId}`)).toMatchObject({ creator_name: 'Nguyễn Thị Ánh' });
    expect((await get<{ items: object[] }>(`${url}/api/marketplace`)).items).toHaveLength(2);
    expect(await get(`${url}/api/brands/homepage`)).toMatchObject({ items: [] });
    expect(await verify(id)).toMatchObject({ creator_name: 'Nguyễn Thị Ánh' });
    expect(readStream.mock.calls.filter(([stream]) => stream.startsWith('account'))).toEqual([]);
    await whole.app.get<EventCodec>(EventCodec).forget(other.id);
    expect(await get(page)).toMatchObject({ creator_name: 'Former creator' });
    readStream.mockRestore();
  });

  it.each(['nothing', '0198f0c2-7b1e-7c33-9d7e-3f5b6a1c2d4e', '%00', '..%2f..%2fhealth', 'x'.repeat(2_000)])(
    'finds no license with the number %s',
    async (id) => {
      expect(await refusalOf(verify(id))).toMatchObject({ status: 404, code: 'not_found' });
    },
  );

  it('is neither cached nor indexed by search engines, and neither is its page', async () => {
    const { id } = await buy('one_time');
    const answer = await fetch(`${url}/api/verify/${id}`);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('x-robots-tag')).toBe('noindex');
    const page = await fetch(`${url}/verify/${id}`);
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.headers.get('x-robots-tag')).toBe('noindex');
  });

  it('[ENT-17] the agreement’s PDF matches the license, its proof and its recorded text', async () => {
    const { id, order_id } = await buy('six_month');
    const [proof, agreement, answer] = await Promise.all([
      verify(id),
      get<{ agreement_text: string }>(`${url}/api/licenses/${id}/agreement`, { token: brand.token }),
      fetch(`${url}/api/licenses/${id}/agreement.pdf`, { headers: { authorization: `Bearer ${creator.token}` } }),
    ]);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    const pdf = await getDocumentProxy(new Uint8Array(await answer.arrayBuffer()));
    const text = (await extractText(pdf, { mergePages: true })).text.replace(/\s+/g, ' ');
    for (const fact of [
      'Creator Nguyễn Thị Ánh Brand Ελληνική & Σία Content Щедрий вечір',
      'License type 6-Month License Quantity 1 Price $250.00 USD',
      `by payment of order ${order_id}`,
      `SHA-256 ${(proof as unknown as { sha256: string }).sha256}`,
      `Verify at ${publicUrl}/verify/${id}`,
    ]) {
      expect(text).toContain(fact);
    }
    const [, ...lines] = agreement.agreement_text.split('\n').filter((line) => line !== '');
    for (const line of lines) expect(text).toContain(line);
    const tree = JSON.stringify(await (await pdf.getPage(1)).getStructTree());
    expect(tree).toContain('Preview of “Щедрий вечір” by Nguyễn Thị Ánh');
  });

  // This test comes last, because it moves the clock by half a year and the brand’s first session ends.
  it('[SEC-14] an ended license shows its agreement but no longer provides the original, not even through an earlier link', async () => {
    const { id } = await buy('six_month');
    const { end_date } = await verify(id);
    aheadMs = Date.parse(end_date ?? '') - 60_000 - Date.now();
    const { token } = await signIn(url, brand);
    const ask = (path: string) =>
      fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` }, redirect: 'manual' });
    const address = (await ask(`/api/licenses/${id}/download`)).headers.get('location') ?? '';
    expect((await ask(address)).status).toBe(200);
    aheadMs += 61_000;
    expect((await ask(address)).status).toBe(404);
    const refused = await ask(`/api/licenses/${id}/download`);
    expect([refused.status, await refused.json()]).toEqual([
      403,
      { error: expect.objectContaining({ code: 'license_ended' }) as object },
    ]);
    for (const document of ['agreement', 'agreement.pdf']) {
      expect((await ask(`/api/licenses/${id}/${document}`)).status).toBe(200);
    }
  });
});

describe('guessing license numbers', () => {
  let product: Product;
  beforeAll(async () => {
    product = await startProduct();
  }, 60_000);
  afterAll(async () => {
    await product.stop();
    product.forget();
  });

  it('is limited per minute and address, and the refusal says when to try again', async () => {
    const answers = await Promise.all(
      Array.from({ length: 70 }, (_unused, index) => fetch(`${product.url}/api/verify/guess-${index}`)),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(60);
    for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });
});
