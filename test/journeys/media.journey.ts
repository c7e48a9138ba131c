import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { BrowserContextOptions, Page } from '@playwright/test';
import type { ContentRow } from '@tessera/contract/content';
import { pathOf } from '../demo/open-shop.ts';
import { post, publish, signUpCreator, upload } from '../support/worlds/client.ts';
import type { Account } from '../support/worlds/client.ts';
import { ffmpeg, ffmpegMissing } from '../support/servers/ffmpeg.ts';
import { tabTo } from '../support/browser/keyboard.ts';
import { drawPicture } from '../support/picture.ts';
import { productForFile, test } from '../support/browser/journey.ts';
import { sampleOf } from '../support/sample.ts';
import { arriveSignedIn } from '../support/browser/sign-in.ts';
import { expectAccessible } from '../support/browser/visit.ts';

const photoTitle = 'Harbour at dawn';
const filmTitles = ['Slow waves', 'Slow dunes'];
const paperWaves = 'films/along-paper-waves.mp4';
const clipPath = 'creator/videos/clip.mp4';

/** Two seconds of a moving test pattern. */
const makeClip = (): Buffer => {
  const folder = mkdtempSync(join(tmpdir(), 'clip-'));
  const file = join(folder, 'clip.mp4');
  const card = ['-f', 'lavfi', '-i', 'testsrc=size=320x240:rate=10:duration=2'];
  ffmpeg(...card, '-pix_fmt', 'yuv420p', '-movflags', '+faststart', file);
  const clip = readFileSync(file);
  rmSync(folder, { recursive: true });
  return clip;
};

const product = productForFile();

const offer = async ({ token }: Account, title: string) => {
  const file = new Uint8Array(await drawPicture(3, 1000, 750));
  return publish(product.url, token, await upload(product.url, token, file), { title });
};

let clip: Buffer;

test.beforeAll(async () => {
  const creator = await signUpCreator(product.url);
  for (const title of [...filmTitles, photoTitle]) await offer(creator, title);
  if (ffmpegMissing === null) clip = makeClip();
});

/** Pictures and clips that can't be loaded are answered with 404. */
test.use({ expectedErrors: [/ 404 .*[/]media[/]creator[/]/] });

const card = (page: Page, title: string) => page.getByRole('article', { name: title });
const picture = (page: Page, title: string) => card(page, title).getByRole('img', { name: title });
const film = (page: Page, title: string) => card(page, title).locator('video');
const openMarketplace = async (page: Page, title = photoTitle) => {
  await page.goto('/marketplace');
  await card(page, title).waitFor();
};
const control = (page: Page, title: string, name: 'Play' | 'Pause') =>
  card(page, title).getByRole('button', { name: `${name} the preview of ${title}` });
const isPlaying = (page: Page, title: string) =>
  film(page, title).evaluate((video: HTMLVideoElement) => !video.paused && video.currentTime > 0);
const bytesHeld = (page: Page, title: string) =>
  film(page, title).evaluate((video: HTMLVideoElement) => video.buffered.length);

/** Answers as the service does for prepared clips, so that no clips have to be prepared here. */
const withClips = async (page: Page, status = 200) => {
  await page.route('**/api/marketplace?*', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { items: ContentRow[] };
    const items = answer.items.map((item) =>
      filmTitles.includes(item.title) ? { ...item, media_type: 'video', clip_url: clipPath } : item,
    );
    await route.fulfill({ response, json: { ...answer, items } });
  });
  await page.route(`**/media/${clipPath}`, (route) =>
    status === 200
      ? route.fulfill({ contentType: 'video/mp4', body: clip })
      : route.fulfill({ status, json: { error: {} } }),
  );
};

const windows: readonly (readonly [string, BrowserContextOptions, number])[] = [
  ['a phone', { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true }, 960],
  ['a small phone', { viewport: { width: 320, height: 640 }, deviceScaleFactor: 1 }, 320],
  ['a desk', { viewport: { width: 1440, height: 900 } }, 640],
];

for (const [where, options, width] of sampleOf('widths of a picture', windows, 1)) {
  test(`on ${where} the picture is sent as AVIF at a suitable width`, async ({ open }) => {
    const page = await open(product.url, options);
    await openMarketplace(page);
    const chosen = () => picture(page, photoTitle).evaluate((image: HTMLImageElement) => image.currentSrc);
    await expect.poll(chosen).toMatch(new RegExp(`/media/creator/images/.*-${width}[.]avif$`));
    const drawn = () => picture(page, photoTitle).evaluate((image: HTMLImageElement) => image.naturalWidth > 0);
    await expect.poll(drawn).toBe(true);
    const ratio = () => picture(page, photoTitle).evaluate((image) => image.clientWidth / image.clientHeight);
    await expect.poll(ratio).toBeCloseTo(4 / 3, 1);
  });
}

test('[MKT-43] a broken address shows a text in place of the picture, in both themes', async ({ open }) => {
  const page = await open(product.url);
  await page.route('**/media/creator/images/**', (route) => route.fulfill({ status: 404, json: { error: {} } }));
  await openMarketplace(page);
  await expect(card(page, photoTitle).getByText('Image unavailable')).toBeVisible();
  await expectAccessible(page);
});

test('a withdrawn item keeps its place on an open page, and is complete again when it comes back', async ({ open }) => {
  const creator = await signUpCreator(product.url);
  const { id, title } = await offer(creator, 'Lighthouse');
  const page = await open(product.url);
  await openMarketplace(page, title);
  const button = card(page, title).getByRole('button', { name: 'Add to Cart' });
  await expect(button).toBeVisible();
  // Focusing scrolls the element into view first.
  await button.focus();
  const place = await card(page, title).boundingBox();
  await post(`${product.url}/api/content/${id}/withdraw`, undefined, creator);
  const gone = card(page, title).getByRole('button', { name: 'No longer for sale' });
  await expect(gone).toBeFocused();
  await expect.poll(() => card(page, title).boundingBox()).toEqual(place);
  await expectAccessible(page);
  await post(`${product.url}/api/content/${id}/relist`, undefined, creator);
  await expect(button).toBeFocused();
});

test.describe('a clip', () => {
  test.skip(ffmpegMissing !== null, `No ffmpeg: ${ffmpegMissing}`);
  const [waves = '', dunes = ''] = filmTitles;
  const moving = { reducedMotion: 'no-preference' } as const;

  test('[MKT-14] plays while it is pointed at, one at a time, and loads nothing before that', async ({ open }) => {
    const page = await open(product.url, moving);
    await withClips(page);
    await openMarketplace(page);
    await expect(control(page, waves, 'Play')).toBeVisible();
    await expect.poll(() => bytesHeld(page, waves)).toBe(0);
    await picture(page, waves).hover({ force: true });
    await expect.poll(() => isPlaying(page, waves)).toBe(true);
    await picture(page, dunes).hover({ force: true });
    await expect.poll(() => isPlaying(page, dunes)).toBe(true);
    await expect.poll(() => isPlaying(page, waves)).toBe(false);
    await page.getByRole('heading', { level: 1 }).hover();
    await expect.poll(() => isPlaying(page, dunes)).toBe(false);
    const time = () => film(page, dunes).evaluate((video: HTMLVideoElement) => video.currentTime);
    await expect.poll(time).toBe(0);
  });

  test('plays on keyboard focus, and can be stopped there', async ({ open }) => {
    const page = await open(product.url, moving);
    await withClips(page);
    await openMarketplace(page);
    await expect(control(page, waves, 'Play')).toBeVisible();
    await card(page, photoTitle).getByRole('button', { name: 'View terms' }).focus();
    await tabTo(page, card(page, waves).getByRole('button', { name: /the preview of/ }));
    await expect.poll(() => isPlaying(page, waves)).toBe(true);
    await page.keyboard.press('Enter');
    await expect(control(page, waves, 'Play')).toBeFocused();
    await expect.poll(() => isPlaying(page, waves)).toBe(false);
  });

  test('plays after a tap on its control, which is large enough for a thumb, and stops out of sight', async ({
    open,
  }) => {
    // So low that the first row fills it.
    const phone = { ...moving, viewport: { width: 390, height: 420 }, hasTouch: true, isMobile: true };
    const page = await open(product.url, phone);
    await withClips(page);
    await openMarketplace(page);
    const play = control(page, waves, 'Play');
    await play.scrollIntoViewIfNeeded();
    const size = () => play.evaluate(({ clientWidth, clientHeight }) => Math.min(clientWidth, clientHeight));
    await expect.poll(size).toBeGreaterThanOrEqual(44);
    await play.tap();
    await expect.poll(() => isPlaying(page, waves)).toBe(true);
    await page.evaluate(() => window.scrollTo(0, 0));
    await expect(film(page, waves)).not.toBeInViewport();
    await expect(play).toBeVisible();
    await expect.poll(() => isPlaying(page, waves)).toBe(false);
    await play.tap();
    await expect.poll(() => isPlaying(page, waves)).toBe(true);
    await control(page, waves, 'Pause').tap();
    await expect(play).toBeVisible();
    await expect.poll(() => isPlaying(page, waves)).toBe(false);
  });

  test('stands still under reduced motion until its control is pressed; accessible in both themes', async ({
    open,
  }) => {
    const page = await open(product.url);
    await withClips(page);
    await openMarketplace(page);
    await picture(page, waves).hover({ force: true });
    await expectAccessible(page);
    await expect(control(page, waves, 'Play')).toBeVisible();
    await expect.poll(() => bytesHeld(page, waves)).toBe(0);
    await control(page, waves, 'Play').click();
    await expect.poll(() => isPlaying(page, waves)).toBe(true);
  });

  test('[MKT-43] says so over its poster if it can’t be loaded', async ({ open }) => {
    const page = await open(product.url, moving);
    await withClips(page, 404);
    await openMarketplace(page);
    await control(page, waves, 'Play').click();
    await expect(card(page, waves).getByText('Video unavailable')).toBeVisible();
    await expect(picture(page, waves)).toBeVisible();
  });
});

test('[FIX-22] [MKT-11] a film that is uploaded where the server has no ffmpeg plays on its card, from the preview that the browser made', async ({
  open,
}) => {
  const creator = await signUpCreator(product.url);
  const page = await open(product.url, { reducedMotion: 'no-preference' });
  await page.route('**/api/uploads/*/result', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...((await response.json()) as object), awaits_preview: true } });
  });
  await arriveSignedIn(page, creator.email);
  await page.goto('/creator/upload');
  await page.getByLabel('Media file').setInputFiles(pathOf({ file: paperWaves }));
  await expect(page.getByText(/^Uploaded, /)).toBeVisible();
  await page.getByLabel('Brand Name').fill('Acme');
  await page.getByLabel(/^Product URL/).fill('https://acme.example');
  await page.getByRole('button', { name: 'Upload Content' }).click();
  await page.waitForURL(/dashboard/);
  await openMarketplace(page, 'Along paper waves');
  await picture(page, 'Along paper waves').hover({ force: true });
  await expect.poll(() => isPlaying(page, 'Along paper waves')).toBe(true);
});
