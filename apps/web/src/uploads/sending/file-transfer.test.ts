import { File } from 'node:buffer';
import { DetailedError } from 'tus-js-client';
import type { HttpResponse, UploadOptions } from 'tus-js-client';
import { startTransfer } from './file-transfer.ts';
import type { FileTransfer } from './file-transfer.ts';
import { signIn } from '../../testing/sign-in.test-kit.ts';
import { pass } from '../../testing/user.test-kit.ts';

/** One request as the server sees it. The test plays the server. */
interface ServerRequest {
  readonly what: string;
  readonly progress: (bytes: number) => void;
  readonly answer: (status: number, headers?: Readonly<Record<string, string>>) => void;
  readonly dropConnection: () => void;
  aborted: boolean;
}
const { requests, createRequest } = vi.hoisted(() => {
  const requests: ServerRequest[] = [];
  const createRequest = (method: string, url: string) => {
    const sent: Record<string, string> = {};
    let progress: ServerRequest['progress'] = () => undefined;
    let mine: ServerRequest | undefined;
    return {
      getMethod: () => method,
      getURL: () => url,
      setHeader: (name: string, value: string) => (sent[name] = value),
      getHeader: (name: string) => sent[name],
      setProgressHandler: (handler: ServerRequest['progress']) => (progress = handler),
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
            dropConnection: () => reject(new Error('lost')),
            answer: (status, headers = {}) =>
              resolve({
                getStatus: () => status,
                getHeader: (name: string) => headers[name],
                getBody: () => '',
                getUnderlyingObject: () => null,
              }),
          };
          requests.push(mine);
        }),
    };
  };
  return { requests, createRequest };
});
vi.mock('tus-js-client', async (original) => {
  const tus = await original<typeof import('tus-js-client')>();
  // Replaces what only browsers have.
  const openFile = (file: globalThis.File) =>
    Promise.resolve({
      size: file.size,
      slice: (from: number, to: number) => Promise.resolve({ value: file.slice(from, to), done: to >= file.size }),
      close: () => undefined,
    });
  const browser = { httpStack: { createRequest: createRequest, getName: () => 'test' }, fileReader: { openFile } };
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

const uploadUrl = 'https://shop.example/api/uploads/one';
const photo = new File(['picture'], 'fog.jpg', { type: 'image/jpeg' }) as unknown as globalThis.File;

const callbacks = { onAddress: vi.fn(), onProgress: vi.fn(), onLost: vi.fn() };
const transfers: FileTransfer[] = [];
const start = (address: string | null = null) => {
  const transfer = startTransfer(photo, { address, ...callbacks });
  transfers.push(transfer);
  return transfer;
};
/** The newest request, which must be this one. */
const newest = async (what: string) => {
  await pass(0);
  const request = requests.at(-1);
  expect(request?.what).toBe(what);
  return request as ServerRequest;
};

beforeEach(async () => {
  vi.clearAllMocks();
  requests.length = 0;
  await signIn({ id: 'creator-1' });
});
afterEach(() => {
  for (const transfer of transfers.splice(0)) transfer.stop();
  vi.restoreAllMocks();
});

/** Starts a transfer whose upload the server has created, and whose bytes are being sent. */
const startAndSend = async () => {
  const transfer = start();
  (await newest('POST /api/uploads')).answer(201, { Location: uploadUrl });
  return { transfer, bytes: await newest(`PATCH ${uploadUrl}`) };
};

it('after a lost connection it resumes the same upload, however long that takes', async () => {
  const { transfer, bytes } = await startAndSend();
  expect(callbacks.onAddress.mock.calls).toEqual([[uploadUrl]]);
  bytes.dropConnection();
  for (let failures = 1; failures <= 20; failures += 1) {
    await pass(15_000);
    (await newest(`HEAD ${uploadUrl}`)).dropConnection();
  }
  await pass(15_000);
  (await newest(`HEAD ${uploadUrl}`)).answer(200, { 'Upload-Offset': '3', 'Upload-Length': '7' });
  (await newest(`PATCH ${uploadUrl}`)).answer(204, { 'Upload-Offset': '7' });
  await expect(transfer.sent).resolves.toBe(uploadUrl);
  expect(callbacks.onLost).toHaveBeenCalledTimes(21);
  expect(requests.filter(({ what }) => what.startsWith('POST'))).toHaveLength(1);
});

it('a brief server outage doesn’t make it start over', async () => {
  start(uploadUrl);
  (await newest(`HEAD ${uploadUrl}`)).answer(503);
  await pass(1_000);
  await newest(`HEAD ${uploadUrl}`);
  expect(requests).toHaveLength(2);
  expect(callbacks.onAddress).not.toHaveBeenCalled();
});

it('nor does an outage in the middle of an upload that it created itself', async () => {
  const { bytes } = await startAndSend();
  bytes.dropConnection();
  await pass(0);
  (await newest(`HEAD ${uploadUrl}`)).answer(503);
  await pass(1_000);
  await newest(`HEAD ${uploadUrl}`);
  expect(callbacks.onAddress.mock.calls).toEqual([[uploadUrl]]);
});

it('if the server has deleted the upload, it creates a new one', async () => {
  start(uploadUrl);
  (await newest(`HEAD ${uploadUrl}`)).answer(404);
  await newest('POST /api/uploads');
  expect(callbacks.onAddress).toHaveBeenCalledWith(null);
});

it('repeated server errors end it, and so does a refusal', async () => {
  const failing = start(uploadUrl).sent.catch((error: unknown) => error);
  for (let serverErrors = 0; serverErrors < 6; serverErrors += 1) {
    (await newest(`HEAD ${uploadUrl}`)).answer(500);
    await pass(15_000);
  }
  expect(await failing).toBeInstanceOf(DetailedError);
  expect(requests).toHaveLength(6);
  const refused = start().sent.catch((error: unknown) => error);
  (await newest('POST /api/uploads')).answer(413);
  expect(await refused).toBeInstanceOf(DetailedError);
  await pass(60_000);
  expect(requests).toHaveLength(7);
});

it('it stops as soon as the browser goes offline, and resumes when it is back online', async () => {
  const { bytes } = await startAndSend();
  window.dispatchEvent(new Event('offline'));
  expect(bytes.aborted).toBe(true);
  expect(callbacks.onLost).toHaveBeenCalledTimes(1);
  for (let failures = 0; failures < 5; failures += 1) {
    (await newest(`HEAD ${uploadUrl}`)).dropConnection();
    await pass(8_000);
  }
  const before = requests.length;
  (await newest(`HEAD ${uploadUrl}`)).dropConnection();
  await pass(0);
  window.dispatchEvent(new Event('online'));
  await newest(`HEAD ${uploadUrl}`);
  expect(requests).toHaveLength(before + 1);
});

it('a connection without any activity is replaced with a new one', async () => {
  const { bytes } = await startAndSend();
  bytes.progress(3);
  expect(callbacks.onProgress).toHaveBeenLastCalledWith(3);
  await pass(30_001);
  expect(bytes.aborted).toBe(true);
  await newest(`HEAD ${uploadUrl}`);
});

it('while it is paused it sends nothing, whatever happens to the connection', async () => {
  const { transfer, bytes } = await startAndSend();
  transfer.pause();
  bytes.dropConnection();
  for (const change of ['offline', 'online']) window.dispatchEvent(new Event(change));
  await pass(60_000);
  expect(requests).toHaveLength(2);
  transfer.resume();
  await newest(`HEAD ${uploadUrl}`);
});

it('if it is paused before its first request, it sends nothing either', async () => {
  const transfer = start(uploadUrl);
  transfer.pause();
  await pass(60_000);
  expect(requests).toHaveLength(0);
  transfer.resume();
  await newest(`HEAD ${uploadUrl}`);
  expect(requests).toHaveLength(1);
});

it('a file that can no longer be read ends it with a message', async () => {
  const { transfer, bytes } = await startAndSend();
  const ended = transfer.sent.catch((error: unknown) => error);
  vi.spyOn(photo, 'slice').mockReturnValue({ arrayBuffer: () => Promise.reject(new Error('changed')) } as never);
  bytes.dropConnection();
  await pass(0);
  expect(await ended).toMatchObject({ message: '“fog.jpg” can no longer be read. Please choose it again.' });
});

it('nothing is ever sent as another account', async () => {
  const { transfer, bytes } = await startAndSend();
  const ended = transfer.sent.catch((error: unknown) => error);
  await signIn({ id: 'creator-2' });
  bytes.dropConnection();
  await pass(0);
  expect(await ended).toMatchObject({ message: 'You signed out before the upload was finished.' });
  expect(requests).toHaveLength(2);
});

it('a discarded upload is deleted on the server', async () => {
  const { transfer, bytes } = await startAndSend();
  transfer.discard();
  expect(bytes.aborted).toBe(true);
  await newest(`DELETE ${uploadUrl}`);
});

test('a request that was being prepared as the connection came back is not sent: only the next attempt’s is', async () => {
  const cameBack = vi.spyOn(photo, 'slice').mockImplementationOnce(() => {
    window.dispatchEvent(new Event('online'));
    return new Blob();
  });
  start();
  await newest('POST /api/uploads');
  expect(cameBack).toHaveBeenCalled();
  expect(requests).toHaveLength(1);
});
