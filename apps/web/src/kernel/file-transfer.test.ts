import type { PrimitiveAtom } from 'jotai';
import { DetailedError } from 'tus-js-client';
import type { UploadOptions } from 'tus-js-client';
import { startTransfer } from './file-transfer.ts';
import type { FileTransfer } from './file-transfer.ts';
import { sessionAtom } from './session.ts';
import { store } from './store.ts';

interface Attempt {
  readonly options: UploadOptions;
  url: string | null;
  aborted: boolean;
}
const { attempts } = vi.hoisted(() => ({ attempts: [] as Attempt[] }));
vi.mock('./session.ts', async () => {
  const { atom } = await import('jotai');
  return { sessionAtom: atom({ userId: 'creator-1' }), accessToken: () => Promise.resolve('token') };
});
vi.mock('tus-js-client', async (original) => ({
  ...(await original<object>()),
  Upload: class {
    url: string | null = null;
    aborted = false;
    readonly options: UploadOptions;
    constructor(_file: File, options: UploadOptions) {
      this.options = options;
      attempts.push(this);
    }
    start() {
      this.url = this.options.uploadUrl ?? null;
    }
    abort() {
      this.aborted = true;
      return Promise.resolve();
    }
  },
}));

const place = 'https://shop.example/api/uploads/one';
const photo = new File(['picture'], 'fog.jpg', { type: 'image/jpeg' });
// jsdom's files cannot be read in slices.
photo.slice = () => ({ arrayBuffer: () => Promise.resolve(new ArrayBuffer(1)) }) as Blob;

const told = { onAddress: vi.fn(), onProgress: vi.fn(), onLost: vi.fn() };
const begun: FileTransfer[] = [];
const start = (address: string | null = null) => {
  const transfer = startTransfer(photo, { address, ...told });
  begun.push(transfer);
  return transfer;
};
/** Once everything that is under way has been dealt with. */
const settle = () => vi.advanceTimersByTimeAsync(0);
const attempt = async (index: number) => {
  await settle();
  const made = attempts[index];
  if (!made) throw new Error(`There was no attempt ${index}`);
  return made;
};
const request = { getMethod: () => 'PATCH', getURL: () => place, getHeader: () => undefined } as never;
const fail = ({ options }: Attempt, status: number | null) => {
  const answer = status === null ? null : ({ getStatus: () => status, getBody: () => '' } as never);
  options.onError?.(Reflect.construct(DetailedError, ['failed', null, request, answer]) as DetailedError);
};

beforeEach(() => {
  vi.clearAllMocks();
  vi.useFakeTimers();
  attempts.length = 0;
  store.set(sessionAtom as unknown as PrimitiveAtom<{ userId: string }>, { userId: 'creator-1' });
});
afterEach(() => {
  for (const transfer of begun.splice(0)) transfer.stop();
  vi.useRealTimers();
});

/** The server has made a place for the bytes of the first attempt. */
const placed = async () => {
  const transfer = start();
  const first = await attempt(0);
  first.url = place;
  first.options.onUploadUrlAvailable?.();
  return { transfer, first };
};

it('after a lost connection it goes on at the place that the server made, for as long as it takes', async () => {
  const { transfer, first } = await placed();
  expect(first.options).toMatchObject({ endpoint: '/api/uploads' });
  expect(told.onAddress).toHaveBeenCalledWith(place);
  fail(first, null);
  for (let failures = 1; failures <= 20; failures += 1) {
    await vi.advanceTimersByTimeAsync(15_000);
    const again = await attempt(failures);
    expect(again.options).toMatchObject({ uploadUrl: place });
    expect(again.options).not.toHaveProperty('endpoint');
    fail(again, null);
  }
  await vi.advanceTimersByTimeAsync(15_000);
  attempts.at(-1)?.options.onSuccess?.({} as never);
  await expect(transfer.sent).resolves.toBe(place);
  expect(told.onLost).toHaveBeenCalledTimes(21);
});

it('a server that is away for a moment never makes it begin again', async () => {
  start(place);
  fail(await attempt(0), 503);
  await vi.advanceTimersByTimeAsync(1_000);
  expect((await attempt(1)).options).toMatchObject({ uploadUrl: place });
  expect(told.onAddress).not.toHaveBeenCalled();
});

it('a place that the server has cleared away is left for a new one', async () => {
  start(place);
  fail(await attempt(0), 404);
  await settle();
  expect((await attempt(1)).options).toMatchObject({ endpoint: '/api/uploads' });
  expect(told.onAddress).toHaveBeenCalledWith(null);
});

it('a server that fails again and again ends it, and so does a refusal', async () => {
  const failing = start(place).sent.catch((error: unknown) => error);
  for (let faults = 0; faults < 6; faults += 1) {
    fail(await attempt(faults), 500);
    await vi.advanceTimersByTimeAsync(15_000);
  }
  expect(await failing).toBeInstanceOf(DetailedError);
  attempts.length = 0;
  const refused = start().sent.catch((error: unknown) => error);
  fail(await attempt(0), 413);
  expect(await refused).toBeInstanceOf(DetailedError);
  expect(attempts).toHaveLength(1);
});

it('it stops at once when the browser goes offline, and goes on when it is back', async () => {
  const { first } = await placed();
  window.dispatchEvent(new Event('offline'));
  expect(first.aborted).toBe(true);
  expect(told.onLost).toHaveBeenCalledTimes(1);
  fail(await attempt(1), null);
  await settle();
  window.dispatchEvent(new Event('online'));
  expect((await attempt(2)).options).toMatchObject({ uploadUrl: place });
});

it('a connection without a sign of life is given up for a new one', async () => {
  const { first } = await placed();
  first.options.onProgress?.(3, 7);
  await vi.advanceTimersByTimeAsync(30_001);
  expect(first.aborted).toBe(true);
  expect((await attempt(1)).options).toMatchObject({ uploadUrl: place });
});

it('while it is paused nothing is tried, whatever happens to the connection', async () => {
  const { transfer, first } = await placed();
  transfer.pause();
  fail(first, null);
  window.dispatchEvent(new Event('offline'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(attempts).toHaveLength(1);
  transfer.resume();
  expect((await attempt(1)).options).toMatchObject({ uploadUrl: place });
});

it('a file that can no longer be read ends it, and says so', async () => {
  const { transfer, first } = await placed();
  const ended = transfer.sent.catch((error: unknown) => error);
  vi.spyOn(photo, 'slice').mockReturnValue({ arrayBuffer: () => Promise.reject(new Error('changed')) } as never);
  fail(first, null);
  expect(await ended).toMatchObject({ message: '“fog.jpg” can no longer be read. Please choose it again.' });
});

it('nothing is sent as another account’s', async () => {
  const { first } = await placed();
  store.set(sessionAtom as unknown as PrimitiveAtom<{ userId: string }>, { userId: 'creator-2' });
  const setHeader = vi.fn();
  await expect(first.options.onBeforeRequest?.({ setHeader } as never)).rejects.toThrow('You signed out');
  expect(setHeader).not.toHaveBeenCalled();
});
