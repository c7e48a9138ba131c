import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { get, signUpCreator, upload } from '../support/worlds/client.ts';
import { drawPicture } from '../support/picture.ts';
import { startProduct } from '../support/worlds/product.ts';
import type { Product } from '../support/worlds/product.ts';

const photoSize = { width: 4_000, height: 3_000 };
const photos = 6;
const photosAtOnce = 2;
const fileBytes = 100 * 1024 * 1024;
const pieceBytes = 4 * 1024 * 1024;
const files = 3;
/** The clock in which Linux counts a process's time. */
const ticksPerSecond = 100;

/** A drawn landscape with sensor noise: without noise it would compress to far fewer bytes than a photograph. */
const grainyPhoto = async () => {
  const { width, height } = photoSize;
  const drawn = await drawPicture(5, width, height);
  const noise = { type: 'gaussian', mean: 128, sigma: 24 } as const;
  const grain = sharp({ create: { width: width / 2, height: height / 2, channels: 3, background: '#808080', noise } })
    .resize({ width })
    .png({
      compressionLevel: 1,
    });
  const laidOver = sharp(drawn).composite([{ input: await grain.toBuffer(), blend: 'overlay' }]);
  return laidOver.jpeg({ quality: 90 }).toBuffer();
};

/** Processor time of a process so far, in seconds; null if the system doesn't report it. */
const cpuSecondsOf = (pid: number) => {
  if (process.platform !== 'linux') return null;
  const [, fields = ''] = /\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
  const [user, system] = fields.split(' ').slice(11, 13).map(Number);
  return ((user ?? 0) + (system ?? 0)) / ticksPerSecond;
};

const secondsOf = async (work: () => Promise<unknown>) => {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / 1_000;
};

/** The minimum cost of a preview: the same photo decoded, resized and encoded once, in one thread. */
const barePreviewSeconds = async (photo: Buffer) => {
  const reduce = () => sharp(photo).resize({ width: 1_600 }).webp({ quality: 78, effort: 2 }).toBuffer();
  const threads = sharp.concurrency();
  sharp.concurrency(1);
  await reduce();
  const cpuBefore = process.cpuUsage();
  for (let turn = 0; turn < photosAtOnce; turn += 1) await reduce();
  const { user, system } = process.cpuUsage(cpuBefore);
  sharp.concurrency(threads);
  return (user + system) / 1_000_000 / photosAtOnce;
};

interface Result {
  readonly path: string;
  readonly width: number;
}

const bytesOf = async (url: string, { path, width }: Result) => {
  const at = async (name: string) => {
    const response = await fetch(`${url}/media/${name}`);
    if (!response.ok) throw new Error(`${name}: ${response.status}`);
    return (await response.arrayBuffer()).byteLength;
  };
  const sizes: Record<string, number> = {};
  for (const each of [320, 640, 960, width])
    for (const format of ['avif', 'webp'])
      sizes[`${each} ${format}`] = await at(path.replace('.webp', `-${each}.${format}`));
  return sizes;
};

const previews = async ({ url, pid }: Product, token: string) => {
  const photo = await grainyPhoto();
  const bare = await barePreviewSeconds(photo);
  const cpuBefore = cpuSecondsOf(pid);
  const ids: string[] = [];
  const seconds = await secondsOf(async () => {
    while (ids.length < photos) {
      const pair = Array.from({ length: photosAtOnce }, () => upload(url, token, new Uint8Array(photo)));
      ids.push(...(await Promise.all(pair)));
    }
  });
  const cpuAfter = cpuSecondsOf(pid);
  const cpuSeconds = cpuBefore === null || cpuAfter === null ? seconds * photosAtOnce : cpuAfter - cpuBefore;
  const result = await get<Result>(`${url}/api/uploads/${ids[0]}/result`, { token });
  return {
    photo_bytes: photo.length,
    per_second: photos / seconds,
    per_second_and_core: photos / cpuSeconds,
    bare_per_second_and_core: 1 / bare,
    rendition_bytes: await bytesOf(url, result),
  };
};

/** The same bytes in the same chunks to the same disk, synced at the end. */
const rawCopy = async (folder: string, bytes: Buffer) => {
  const handle = await open(join(folder, 'raw'), 'w');
  for (let at = 0; at < bytes.length; at += pieceBytes)
    await handle.write(bytes, at, Math.min(pieceBytes, bytes.length - at));
  await handle.sync();
  await handle.close();
};

/** One upload in one request, which is answered once every byte is on the disk. */
const uploadSeconds = async (url: string, token: string, bytes: Buffer<ArrayBuffer>) => {
  const headers = { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' };
  const created = await fetch(`${url}/api/uploads`, {
    method: 'POST',
    headers: { ...headers, 'upload-length': String(bytes.length) },
  });
  const place = new URL(created.headers.get('location') ?? '', url);
  const seconds = await secondsOf(async () => {
    const sent = await fetch(place, {
      method: 'PATCH',
      headers: { ...headers, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
      body: bytes,
    });
    if (sent.status !== 204) throw new Error(`The upload was answered with ${sent.status}`);
  });
  await fetch(`${place.href}/result`, { headers });
  return seconds;
};

const median = (values: readonly number[]) => values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;

const throughput = async ({ url, dataDir }: Product, token: string) => {
  const bytes = randomBytes(fileBytes);
  const folder = mkdtempSync(join(dataDir, 'raw-'));
  const [raw, uploaded]: [number[], number[]] = [[], []];
  for (let turn = 0; turn < files; turn += 1) {
    raw.push(await secondsOf(() => rawCopy(folder, bytes)));
    uploaded.push(await uploadSeconds(url, token, bytes));
  }
  rmSync(folder, { recursive: true });
  const megabytes = fileBytes / 1024 / 1024;
  return { megabytes_per_second: megabytes / median(uploaded), raw_megabytes_per_second: megabytes / median(raw) };
};

/** Previews of 12-megapixel photos, and uploads of 100 MB, both through the whole product. */
export const mediaWork = async () => {
  const product = await startProduct();
  try {
    const { token } = await signUpCreator(product.url);
    return { previews: await previews(product, token), uploads: await throughput(product, token) };
  } finally {
    await product.stop();
    product.forget();
  }
};
