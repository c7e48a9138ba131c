import 'fake-indexeddb/auto';
import { File } from 'node:buffer';
import type { PrimitiveAtom } from 'jotai';
import { UploadForm } from '@tessera/domain/content/forms';
import { messagesOf } from '@tessera/domain/kernel/form-messages.test-kit';
import {
  contentOf,
  hasPendingUpload,
  initialUploadAtom,
  initialUploadBecomesPending,
  keepInitialUpload,
  pendingUploadOf,
  savePendingUpload,
  takePendingUpload,
  waitingInitialUpload,
} from './pending-upload.ts';
import { ApiError } from '../../kernel/send.ts';
import { sessionAtom } from '../../kernel/session.ts';
import { store } from '../../kernel/store.ts';

const { sent, started, toasts } = vi.hoisted(() => ({
  sent: vi.fn<(path: string, body: unknown) => Promise<unknown>>(),
  started: [] as { readonly name: string }[],
  toasts: { success: vi.fn(), error: vi.fn() },
}));
vi.mock('../../kernel/session.ts', async () => {
  const jotai = await import('jotai');
  return { sessionAtom: jotai.atom({ userId: 'creator-1' }) };
});
vi.mock('../../kernel/send.ts', async (original) => ({ ...(await original<object>()), post: sent }));
vi.mock('../../kernel/toast.tsx', () => ({ toast: toasts }));
vi.mock('../sending/media-upload.ts', () => ({
  startMediaUpload: (file: { readonly name: string }) => {
    started.push(file);
    return { stored: Promise.resolve(`upload-${started.length}`) };
  },
}));

const photo = new File(['picture'], 'fog.jpg', { type: 'image/jpeg' }) as unknown as globalThis.File;
const now = new Date('2026-11-21T10:00:00.000Z');
const form = Object.assign(new UploadForm(), {
  brandName: 'Northwind',
  productUrls: ['https://northwind.example/boots', 'https://northwind.example'],
  notes: 'Boots at dawn',
  offerPerpetual: false,
});

const signIn = (userId: string) => store.set(sessionAtom as unknown as PrimitiveAtom<{ userId: string }>, { userId });
const keep = () => keepInitialUpload(photo, 'data:image/jpeg;base64,AA', form, now);
const waiting = async () => {
  await keep();
  await initialUploadBecomesPending();
};
const stored = () => JSON.parse(localStorage.getItem('pendingUpload') ?? 'null') as Record<string, unknown> | null;

beforeEach(async () => {
  vi.restoreAllMocks();
  await takePendingUpload();
  sessionStorage.clear();
  localStorage.clear();
  vi.clearAllMocks();
  started.length = 0;
  signIn('creator-1');
  sent.mockResolvedValue({});
});

it('[UP-46, UP-77] an initial upload is kept in session storage, and its file in the browser’s file store', async () => {
  await keep();
  expect(JSON.parse(sessionStorage.getItem('initialUpload') ?? '')).toMatchObject({
    brandName: 'Northwind',
    mediaFile: { name: 'fog.jpg', type: 'image/jpeg', size: 7 },
  });
  expect(sessionStorage.getItem('initialUpload')).not.toContain('picture');
  expect(store.get(initialUploadAtom)).toMatchObject({ brandName: 'Northwind' });
  const back = await waitingInitialUpload();
  expect(await back?.file.text()).toBe('picture');
});

it('[UP-48, UP-49, UP-52, UP-53, UP-71] after the sign-up it becomes the pending upload in local storage, with its fields', async () => {
  await waiting();
  expect(stored()).toEqual({
    mediaFile: { name: 'fog.jpg', type: 'image/jpeg', size: 7 },
    mediaPreview: 'data:image/jpeg;base64,AA',
    mediaType: 'image',
    brandName: 'Northwind',
    productUrls: ['https://northwind.example/boots', 'https://northwind.example'],
    notes: 'Boots at dawn',
    offerOneTime: true,
    offerSixMonth: true,
    offerPerpetual: false,
    oneTimePrice: 25,
    sixMonthPrice: 250,
    perpetualPrice: 500,
    date: '2026-11-21T10:00:00.000Z',
    status: 'pending',
    creatorId: 'creator-1',
  });
  expect(sessionStorage.getItem('initialUpload')).toBeNull();
  expect(store.get(initialUploadAtom)).toBeNull();
});

it('[UP-50, UP-51, UP-55] missing fields of a pending upload default to an image that isn’t offered and costs nothing', () => {
  expect(pendingUploadOf({}, null, now)).toMatchObject({
    mediaType: 'image',
    offerOneTime: false,
    offerSixMonth: false,
    offerPerpetual: false,
    oneTimePrice: 0,
    sixMonthPrice: 0,
    perpetualPrice: 0,
    date: '2026-11-21T10:00:00.000Z',
  });
});

it('[UP-54, UP-57, UP-58] its item is titled after the brand, tagged as pending, and has what was filled in', () => {
  const content = contentOf(pendingUploadOf({ ...form }, null, now), 'upload-1');
  expect(content).toEqual({
    uploadId: 'upload-1',
    title: 'Northwind',
    description: 'Boots at dawn',
    brandName: 'Northwind',
    productUrls: form.productUrls,
    notes: 'Boots at dawn',
    offerOneTime: true,
    offerSixMonth: true,
    offerPerpetual: false,
    oneTimePrice: 25,
    sixMonthPrice: 250,
    perpetualPrice: 500,
    tags: ['pending'],
  });
  expect(contentOf(pendingUploadOf({}, null), 'upload-1').title).toBe('Untitled Content');
});

it('[UP-78] the defaults of stored data are not a valid upload, so the server refuses them', () => {
  const { brandName, productUrls, offerOneTime, offerSixMonth, offerPerpetual } = pendingUploadOf({}, null);
  const defaults = { brandName, productUrls, offerOneTime, offerSixMonth, offerPerpetual };
  expect(Object.keys(messagesOf(Object.assign(new UploadForm(), defaults)))).toEqual(
    expect.arrayContaining(['brandName', 'productUrls', 'offerOneTime']),
  );
});

it('[UP-59, UP-61, UP-62] a pending upload is published, removed with its file, and confirmed once', async () => {
  await waiting();
  await expect(Promise.all([savePendingUpload(), savePendingUpload()])).resolves.toEqual(['saved', 'saved']);
  expect(started.map(({ name }) => name)).toEqual(['fog.jpg']);
  expect(sent.mock.calls).toEqual([
    ['/api/content', expect.objectContaining({ uploadId: 'upload-1', tags: ['pending'] })],
  ]);
  expect(toasts.success.mock.calls).toEqual([['Content Uploaded']]);
  expect(stored()).toBeNull();
  await expect(savePendingUpload()).resolves.toBe('nothing');
});

it('[UP-64] one that can’t be saved is kept, and a retry doesn’t send the file or create the item again', async () => {
  await waiting();
  sent.mockRejectedValueOnce(new Error('The shop is closed.'));
  await expect(savePendingUpload()).rejects.toThrow('The shop is closed.');
  expect(stored()).toMatchObject({ brandName: 'Northwind', uploadId: 'upload-1' });
  await expect(savePendingUpload()).resolves.toBe('saved');
  expect(started).toHaveLength(1);
  expect(sent.mock.calls.map(([, body]) => (body as { uploadId: string }).uploadId)).toEqual(['upload-1', 'upload-1']);
});

it('stored media that the server has deleted in the meantime is sent again', async () => {
  await waiting();
  sent.mockRejectedValueOnce(new Error('The shop is closed.'));
  await expect(savePendingUpload()).rejects.toThrow();
  sent.mockRejectedValueOnce(new ApiError(400, 'missing_media', 'Missing media', 'It is gone.'));
  await expect(savePendingUpload()).resolves.toBe('saved');
  expect(started).toHaveLength(2);
});

it('another account that signs in on the same browser never publishes it', async () => {
  await waiting();
  signIn('creator-2');
  expect(hasPendingUpload()).toBe(false);
  await expect(savePendingUpload()).resolves.toBe('nothing');
  expect(stored()).toMatchObject({ creatorId: 'creator-1' });
});

it('if browser storage is full, the upload keeps waiting for a retry', async () => {
  await keep();
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await expect(initialUploadBecomesPending()).rejects.toThrow('full');
  full.mockRestore();
  expect(store.get(initialUploadAtom)).toMatchObject({ brandName: 'Northwind' });
  await initialUploadBecomesPending();
  expect(stored()).toMatchObject({ status: 'pending' });
});

it('a newer initial upload replaces an older one, including its file', async () => {
  await keep();
  const other = new File(['other'], 'dunes.jpg', { type: 'image/jpeg' }) as unknown as globalThis.File;
  await keepInitialUpload(other, '', form, new Date('2026-11-21T11:00:00.000Z'));
  const back = await waitingInitialUpload();
  expect(await back?.file.text()).toBe('other');
});
