import { chmodSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ContentRow, OwnContentPage } from '@tessera/contract/content';
import { renditionOf } from '@tessera/domain/content/media/renditions';
import sharp from 'sharp';
import { catalog } from '../demo/catalog.ts';
import { pathOf, previewOf } from '../demo/open-shop.ts';
import { drawPicture } from '../support/picture.ts';
import { mp4 } from '../fixtures/media/hostile-films.ts';
import { landscape, noise } from '../fixtures/media/videos.ts';
import {
  bringPreview,
  checkout,
  get,
  pay,
  publish,
  refusalOf,
  signInAdmin,
  signUpBrand,
  signUpCreator,
  upload,
} from '../support/worlds/client.ts';
import type { Account, CallFailed } from '../support/worlds/client.ts';
import { describeFilm, ffmpegMissing, ffmpegProgram } from '../support/servers/ffmpeg.ts';
import { connect, watch } from '../support/live.ts';
import type { UpdateOf } from '../support/live.ts';
import { needs } from '../support/servers/needs.ts';
import { wasCutShort } from '../support/process/cut-short.ts';
import { startProduct } from '../support/worlds/product.ts';
import type { Product } from '../support/worlds/product.ts';
import { s3Missing, startS3 } from '../support/servers/s3-server.ts';
import { until } from '../support/until.ts';

// ffmpeg runs at low priority: everything else on the machine comes first.
jest.setTimeout(400_000);
const preparedMaxMs = 300_000;

let product: Product | null = null;
afterEach(async () => {
  await product?.stop();
  product?.forget();
  product = null;
});
const start = async (env: Readonly<Record<string, string>>, again?: Product) =>
  (product = await startProduct({ env, again }));
const row = (shop: Product, id: string, { token }: Partial<Account> = {}) =>
  get<ContentRow>(`${shop.url}/api/content/${id}`, { token });
const market = async (shop: Product) =>
  (await get<{ items: readonly ContentRow[] }>(`${shop.url}/api/marketplace`)).items.map(({ id }) => id);
const sell = async (shop: Product, { token }: Account, file: Uint8Array<ArrayBuffer>) =>
  publish(shop.url, token, await upload(shop.url, token, file, 'video.mp4'), { title: 'Surf' });

const withoutFfmpeg = { FFMPEG: '', PATH: '/nowhere' };
const withoutFfmpegWords = 'This machine has no ffmpeg';

it('[GAL-21] [FIX-22] without ffmpeg the service says so once at the start, in one line, with what to do; videos are for sale with the preview that a browser brings, and no others', async () => {
  const shop = await start(withoutFfmpeg);
  const creator = await signUpCreator(shop.url);
  const brand = await signUpBrand(shop.url);
  await until('it says so', () => Promise.resolve(shop.output().includes(withoutFfmpegWords)));
  // As if it had been photographed: the photo keeps the market from showing its samples.
  const photo = await publish(
    shop.url,
    creator.token,
    await upload(shop.url, creator.token, new Uint8Array(await drawPicture(1, 640, 480))),
    { title: 'Dune' },
  );
  const waiting = await sell(shop, creator, new Uint8Array(mp4()));
  expect(await market(shop)).toEqual([photo.id]);
  await expect(row(shop, waiting.id)).rejects.toMatchObject({ status: 404 });
  const refused = await refusalOf(checkout(shop.url, brand.token, [{ id: waiting.id, licenseType: 'one_time' }]));
  expect(refused.code).toBe('not_for_sale');
  const own = await get<OwnContentPage>(`${shop.url}/api/content/mine`, { token: creator.token });
  expect(own.items.find(({ id }) => id === waiting.id)).toMatchObject({
    preparation: 'processing',
    preparation_problem: expect.stringContaining('No preview could be made') as unknown,
  });

  const [film] = catalog.filter(({ file }) => file.endsWith('.mp4'));
  const uploadId = await upload(shop.url, creator.token, new Uint8Array(readFileSync(pathOf(film!))), 'film.mp4');
  await bringPreview(shop.url, creator.token, uploadId, previewOf(film!)!);
  const shown = await publish(shop.url, creator.token, uploadId, { title: 'Waves' });
  expect(await row(shop, shown.id)).toMatchObject({ media_width: 960, media_height: 540, media_type: 'video' });
  expect((await row(shop, shown.id)).clip_url).toMatch(/[.]mp4$/);
  expect(await market(shop)).toEqual([shown.id, photo.id]);
  const { order_id } = await checkout(shop.url, brand.token, [{ id: shown.id, licenseType: 'one_time' }]);
  await pay(shop.url, brand.token, order_id);
  await shop.stop();
  const lines = shop.output().split('\n');
  const said = lines.filter((line) => line.includes(withoutFfmpegWords));
  expect(said).toEqual([expect.stringMatching(/Install ffmpeg.*restart/)]);
});

needs('ffmpeg', ffmpegMissing)('published videos', () => {
  let folder: string;
  let video: Uint8Array<ArrayBuffer>;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'tessera-videos-'));
    landscape(join(folder, 'video.mp4'), 8);
    video = new Uint8Array(readFileSync(join(folder, 'video.mp4')));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const sellVideo = (shop: Product, creator: Account, file = video) => sell(shop, creator, file);
  const prepared = (shop: Product, id: string, creator?: Account) =>
    until(
      'the video is prepared',
      async () => {
        const item = await row(shop, id, creator).catch((error: CallFailed) => error);
        return 'clip_url' in item && item.clip_url !== null && item;
      },
      preparedMaxMs,
    );
  const adminTokens: Record<string, string> = {};
  const recorded = async (shop: Product, type: string) => {
    const token = (adminTokens[shop.url] ??= await signInAdmin(shop.url, shop.adminPassword()));
    const { items } = await get<{ items: { summary: string }[] }>(`${shop.url}/api/admin/events?type=${type}`, {
      token,
    });
    return items;
  };

  /** An ffmpeg that runs the script before its actual work. */
  const ffmpegThat = (script: string) => {
    const program = join(folder, `ffmpeg-${Math.random().toString(36).slice(2)}`);
    const encoders = `case "$*" in *-encoders*) exec ${ffmpegProgram} "$@";; esac`;
    writeFileSync(program, `#!/bin/sh\n${encoders}\n${script}\nexec ${ffmpegProgram} "$@"\n`);
    chmodSync(program, 0o755);
    return program;
  };
  /** An ffmpeg that reports its start and waits until it may continue. */
  const waitingFfmpeg = () => {
    const [began, gate] = [join(folder, `began-${Math.random()}`), join(folder, `gate-${Math.random()}`)];
    writeFileSync(gate, '');
    return {
      program: ffmpegThat(`echo $$ > ${began}\nwhile [ -e ${gate} ]; do sleep 0.05; done`),
      began: () =>
        until(
          'ffmpeg runs',
          () => Promise.resolve(existsSync(began) && readFileSync(began, 'utf8').trim()),
          preparedMaxMs,
        ),
      release: () => rmSync(gate),
    };
  };
  const isRunning = (pid: string) => existsSync(`/proc/${pid}/status`);

  it('[MKT-11] a video’s short silent clip and poster arrive live, and a player can load any part of the clip', async () => {
    const shop = await start({});
    const creator = await signUpCreator(shop.url);
    const socket = await connect(shop.url);
    await watch(socket, 'marketplace', 'all');
    const pushed = new Promise<UpdateOf<ContentRow>>((resolve) => {
      socket.on('view', (message: UpdateOf<ContentRow>) => {
        if (message.value.clip_url !== null) resolve(message);
      });
    });
    const published = await sellVideo(shop, creator);
    expect(await row(shop, published.id, creator)).toMatchObject({ clip_url: null, media_type: 'video' });
    const { value } = await pushed;
    socket.close();
    expect(value).toMatchObject({ id: published.id, media_width: 960, media_height: 540, media_type: 'video' });
    expect(value.media_url).toMatch(/^creator\/images\/\d+-[0-9a-f]+[.]webp$/);
    expect(value.clip_url).toMatch(/^creator\/videos\/\d+-[0-9a-f]+[.](mp4|webm)$/);

    const address = `${shop.url}/media/${value.clip_url ?? ''}`;
    const whole = await fetch(address);
    expect(whole.headers.get('content-type')).toMatch(/^video\/(mp4|webm)$/);
    expect(whole.headers.get('cache-control')).toBe('public, max-age=3600, must-revalidate');
    const bytes = Buffer.from(await whole.arrayBuffer());
    const part = await fetch(address, { headers: { Range: 'bytes=100-299' } });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe(`bytes 100-299/${bytes.length}`);
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(100, 300))).toBe(true);

    const clip = join(folder, 'clip.mp4');
    writeFileSync(clip, bytes);
    expect(describeFilm(clip)).toMatchObject({ isWhole: true, isSilent: true, width: 640, height: 360 });
    expect(describeFilm(clip).seconds).toBeLessThanOrEqual(6);
    for (const width of value.media_widths) {
      const rendition = await fetch(`${shop.url}/media/${renditionOf(value.media_url, width, 'avif')}`);
      expect(rendition.headers.get('content-type')).toBe('image/avif');
      expect(await sharp(Buffer.from(await rendition.arrayBuffer())).metadata()).toMatchObject({ width });
    }
  });

  it('killing the service during preparation costs only time: after the restart the video is prepared, once', async () => {
    const ffmpeg = waitingFfmpeg();
    const before = await start({ FFMPEG: ffmpeg.program });
    const { id } = await sellVideo(before, await signUpCreator(before.url));
    await ffmpeg.began();
    await before.kill();
    ffmpeg.release();
    const after = await start({}, before);
    await prepared(after, id);
    expect(await recorded(after, 'VideoPrepared')).toHaveLength(1);
    await until('nothing is left of it', () => Promise.resolve(readdirSync(join(after.dataDir, 'films')).length === 0));
  });

  it('stopping the service during preparation waits for nothing and leaves nothing running; the next start continues', async () => {
    const ffmpeg = waitingFfmpeg();
    const before = await start({ FFMPEG: ffmpeg.program });
    const { id } = await sellVideo(before, await signUpCreator(before.url));
    const pid = await ffmpeg.began();
    await before.stop();
    // Had it waited for the program, which is never released, it would have waited until it was cut short.
    expect(wasCutShort(before)).toBe(false);
    expect(isRunning(pid)).toBe(false);
    expect(readdirSync(join(before.dataDir, 'films'))).toEqual([]);
    const after = await start({}, before);
    await prepared(after, id);
    expect(await recorded(after, 'VideoPrepared')).toHaveLength(1);
  });

  it('a temporary failure goes unnoticed', async () => {
    const failed = join(folder, 'failed');
    const program = ffmpegThat(`[ -e ${failed} ] || { echo > ${failed}; echo 'a bad moment' >&2; exit 1; }`);
    const shop = await start({ FFMPEG: program });
    const { id } = await sellVideo(shop, await signUpCreator(shop.url));
    await prepared(shop, id);
    expect(shop.output()).toContain('a bad moment');
    expect(await recorded(shop, 'VideoNotPrepared')).toEqual([]);
  });

  it('an unreadable video is given up with a reason, isn’t for sale, and delays no other', async () => {
    const shop = await start({});
    const creator = await signUpCreator(shop.url);
    const broken = await sellVideo(shop, creator, new Uint8Array(await noise(join(folder, 'noise.mp4'))));
    const good = await sellVideo(shop, creator);
    await prepared(shop, good.id);
    const [givenUp] = await until(
      'it is given up',
      async () => {
        const events = await recorded(shop, 'VideoNotPrepared');
        return events.length > 0 && events;
      },
      preparedMaxMs,
    );
    expect(JSON.stringify(givenUp)).toContain('could not be read. Please save it as MP4 or WebM');
    const item = await row(shop, broken.id, creator);
    expect(await market(shop)).toEqual([good.id]);
    expect(item.clip_url).toBeNull();
    expect((await fetch(`${shop.url}/media/${item.media_url}`)).status).toBe(200);
  });

  it('videos uploaded without ffmpeg are prepared by the first start that has it', async () => {
    const without = await start(withoutFfmpeg);
    const { id } = await sellVideo(without, await signUpCreator(without.url));
    await without.stop();
    const having = await start({}, without);
    await prepared(having, id);
    expect(having.output()).not.toContain(withoutFfmpegWords);
  });

  needs('S3 server', s3Missing)('whose originals are in a bucket', () => {
    it('are prepared as soon as the bucket is available again', async () => {
      const s3 = await startS3();
      const ffmpeg = waitingFfmpeg();
      const shop = await start({ MEDIA_STORE_URL: s3.url, FFMPEG: ffmpeg.program });
      const { id } = await sellVideo(shop, await signUpCreator(shop.url));
      await ffmpeg.began();
      await s3.own?.stop();
      ffmpeg.release();
      if (s3.own)
        await until(
          'it is noticed',
          () => Promise.resolve(shop.output().includes('not be prepared yet')),
          preparedMaxMs,
        );
      await s3.own?.start();
      const { clip_url } = await prepared(shop, id);
      const part = await fetch(`${shop.url}/media/${clip_url ?? ''}`, { headers: { Range: 'bytes=0-99' } });
      expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 100]);
      expect(await recorded(shop, 'VideoNotPrepared')).toEqual([]);
      await shop.stop();
      await s3.remove();
    });
  });
});
