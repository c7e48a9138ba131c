import { File } from 'node:buffer';
import type { PrimitiveAtom } from 'jotai';
import { DetailedError } from 'tus-js-client';
import type { HttpResponse, UploadOptions } from 'tus-js-client';
import { startTransfer } from './file-transfer.ts';
import type { FileTransfer } from './file-transfer.ts';
import { sessionAtom } from '../../kernel/session.ts';
import { store } from '../../kernel/store.ts';

/** One request as the server sees it; the test is the server. */
interface Asked {
  readonly what: string;
  readonly progress: (bytes: number) => void;
  readonly answer: (status: number, headers?: Readonly<Record<string, string>>) => void;
  readonly lose: () => void;
  aborted: boolean;
}
const { asked, makeRequest } = vi.hoisted(() => {
  const asked: Asked[] = [];
  const makeRequest = (method: string, url: string) => {
    const sent: Record<string, string> = {};
    let progress: Asked['progress'] = () => undefined;
    let mine: Asked | undefined;
    return {
      getMethod: () => method,
      getURL: () => url,
      setHeader: (name: string, value: string) => (sent[name] = value),
      getHeader: (name: string) => sent[name],
      setProgressHandler: (handler: Asked['progress']) => (progress = handler),
      getUnderlyingObject: () => null,
      abort: () => {
        if (mine) mine.aborted = true;
        return Promise.resolve();
      },
      send: () =>
        new Promise<HttpResponse>((resolve, reject) => {
          mine = {
            what: `${method} ${url}`,
            progress,
            aborted: false,
            lose: () => reject(new Error('lost')),
            answer: (status, headers = {}) =>
              resolve({
                getStatus: () => status,
                getHeader: (name: string) => headers[name],
                getBody: () => '',
                getUnderlyingObject: () => null,
              }),
          };
          asked.push(mine);
        }),
    };
  };
  return { asked, makeRequest };
});
vi.mock('../../kernel/session.ts', async () => {
  const { atom } = await import('jotai');
  return { sessionAtom: atom({ userId: 'creator-1' }), accessToken: () => Promise.resolve('token') };
});
vi.mock('tus-js-client', async (original) => {
  const tus = await original<typeof import('tus-js-client')>();
  // What a browser has, and tests run without.
  const openFile = (file: globalThis.File) =>
    Promise.resolve({
      size: file.size,
      slice: (from: number, to: number) => Promise.resolve({ value: file.slice(from, to), done: to >= file.size }),
      close: () => undefined,
    });
  const browser = { httpStack: { createRequest: makeRequest, getName: () => 'test' }, fileReader: { openFile } };
  return {
    ...tus,
    Upload: class extends tus.Upload {
      static override terminate(url: string, options: UploadOptions) {
        return super.terminate(url, { ...options, ...browser });
      }
      constructor(file: globalThis.File, options: UploadOptions) {
        super(file, { ...options, ...browser });
      }
    },
  };
});

const place = 'https://shop.example/api/uploads/one';
const photo = new File(['picture'], 'fog.jpg', { type: 'image/jpeg' }) as unknown as globalThis.File;

const told = { onAddress: vi.fn(), onProgress: vi.fn(), onLost: vi.fn() };
const begun: FileTransfer[] = [];
const start = (address: string | null = null) => {
  const transfer = startTransfer(photo, { address, ...told });
  begun.push(transfer);
  return transfer;
};
/** Once everything that is under way has been dealt with. */
const settle = async () => {
  for (let turns = 0; turns < 5; turns += 1) await vi.advanceTimersByTimeAsync(0);
};
/** The newest request, which is this one. */
const newest = async (what: string) => {
  await settle();
  const request = asked.at(-1);
  expect(request?.what).toBe(what);
  return request as Asked;
};

beforeEach(() => {
  vi.clearAllMocks();
  vi.useFakeTimers();
  asked.length = 0;
  store.set(sessionAtom as unknown as PrimitiveAtom<{ userId: string }>, { userId: 'creator-1' });
});
afterEach(() => {
  for (const transfer of begun.splice(0)) transfer.stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** The server has made a place for the bytes, and they are on their way there. */
const placed = async () => {
  const transfer = start();
  (await newest('POST /api/uploads')).answer(201, { Location: place });
  return { transfer, bytes: await newest(`PATCH ${place}`) };
};

it('after a lost connection it goes on at the place that the server made, for as long as it takes', async () => {
  const { transfer, bytes } = await placed();
  expect(told.onAddress.mock.calls).toEqual([[place]]);
  bytes.lose();
  for (let failures = 1; failures <= 20; failures += 1) {
    await vi.advanceTimersByTimeAsync(15_000);
    (await newest(`HEAD ${place}`)).lose();
  }
  await vi.advanceTimersByTimeAsync(15_000);
  (await newest(`HEAD ${place}`)).answer(200, { 'Upload-Offset': '3', 'Upload-Length': '7' });
  (await newest(`PATCH ${place}`)).answer(204, { 'Upload-Offset': '7' });
  await expect(transfer.sent).resolves.toBe(place);
  expect(told.onLost).toHaveBeenCalledTimes(21);
  expect(asked.filter(({ what }) => what.startsWith('POST'))).toHaveLength(1);
});

it('a server that is away for a moment never makes it begin again', async () => {
  start(place);
  (await newest(`HEAD ${place}`)).answer(503);
  await vi.advanceTimersByTimeAsync(1_000);
  await newest(`HEAD ${place}`);
  expect(asked).toHaveLength(2);
  expect(told.onAddress).not.toHaveBeenCalled();
});

it('nor does one that is away in the middle of what it has itself begun', async () => {
  const { bytes } = await placed();
  bytes.lose();
  await settle();
  (await newest(`HEAD ${place}`)).answer(503);
  await vi.advanceTimersByTimeAsync(1_000);
  await newest(`HEAD ${place}`);
  expect(told.onAddress.mock.calls).toEqual([[place]]);
});

it('a place that the server has cleared away is left for a new one', async () => {
  start(place);
  (await newest(`HEAD ${place}`)).answer(404);
  await newest('POST /api/uploads');
  expect(told.onAddress).toHaveBeenCalledWith(null);
});

it('a server that fails again and again ends it, and so does a refusal', async () => {
  const failing = start(place).sent.catch((error: unknown) => error);
  for (let faults = 0; faults < 6; faults += 1) {
    (await newest(`HEAD ${place}`)).answer(500);
    await vi.advanceTimersByTimeAsync(15_000);
  }
  expect(await failing).toBeInstanceOf(DetailedError);
  expect(asked).toHaveLength(6);
  const refused = start().sent.catch((error: unknown) => error);
  (await newest('POST /api/uploads')).answer(413);
  expect(await refused).toBeInstanceOf(DetailedError);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveLength(7);
});

it('it stops at once when the browser goes offline, and goes on when it is back', async () => {
  const { bytes } = await placed();
  window.dispatchEvent(new Event('offline'));
  expect(bytes.aborted).toBe(true);
  expect(told.onLost).toHaveBeenCalledTimes(1);
  for (let failures = 0; failures < 5; failures += 1) {
    (await newest(`HEAD ${place}`)).lose();
    await vi.advanceTimersByTimeAsync(8_000);
  }
  const before = asked.length;
  (await newest(`HEAD ${place}`)).lose();
  await settle();
  window.dispatchEvent(new Event('online'));
  await newest(`HEAD ${place}`);
  expect(asked).toHaveLength(before + 1);
});

it('a connection without a sign of life is given up for a new one', async () => {
  const { bytes } = await placed();
  bytes.progress(3);
  expect(told.onProgress).toHaveBeenLastCalledWith(3);
  await vi.advanceTimersByTimeAsync(30_001);
  expect(bytes.aborted).toBe(true);
  await newest(`HEAD ${place}`);
});

it('while it is paused nothing is tried, whatever happens to the connection', async () => {
  const { transfer, bytes } = await placed();
  transfer.pause();
  bytes.lose();
  for (const change of ['offline', 'online']) window.dispatchEvent(new Event(change));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveLength(2);
  transfer.resume();
  await newest(`HEAD ${place}`);
});

it('what was paused before its request left sends nothing either', async () => {
  const transfer = start(place);
  transfer.pause();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveLength(0);
  transfer.resume();
  await newest(`HEAD ${place}`);
  expect(asked).toHaveLength(1);
});

it('a file that can no longer be read ends it, and says so', async () => {
  const { transfer, bytes } = await placed();
  const ended = transfer.sent.catch((error: unknown) => error);
  vi.spyOn(photo, 'slice').mockReturnValue({ arrayBuffer: () => Promise.reject(new Error('changed')) } as never);
  bytes.lose();
  await settle();
  expect(await ended).toMatchObject({ message: '“fog.jpg” can no longer be read. Please choose it again.' });
});

it('nothing is sent as another account’s', async () => {
  const { transfer, bytes } = await placed();
  const ended = transfer.sent.catch((error: unknown) => error);
  store.set(sessionAtom as unknown as PrimitiveAtom<{ userId: string }>, { userId: 'creator-2' });
  bytes.lose();
  await settle();
  expect(await ended).toMatchObject({ message: 'You signed out before the upload was finished.' });
  expect(asked).toHaveLength(2);
});

it('what is given up is thrown away by the server', async () => {
  const { transfer, bytes } = await placed();
  transfer.discard();
  expect(bytes.aborted).toBe(true);
  await newest(`DELETE ${place}`);
});
