import { UploadForm } from '@tessera/domain/content/forms';
import { messagesOf } from '@tessera/domain/kernel/form-messages.test-kit';
import { store } from '../../kernel/store.ts';
import { showRoutes } from '../../shell/routes.test-kit.tsx';
import { server } from '../../testing/server.test-kit.ts';
import { signIn } from '../../testing/sign-in.test-kit.ts';
import { toasts } from '../../testing/toasts.test-kit.ts';
import { settled } from '../../testing/user.test-kit.ts';
import { fillStorage, filesSettled, newFile } from '../browser-files.test-kit.ts';
import { transfers, uploadIdOf } from '../sending/transfers.test-kit.ts';
import {
  contentOf,
  hasPendingUpload,
  initialUploadAtom,
  initialUploadBecomesPending,
  keepInitialUpload,
  pendingUploadOf,
  savePendingUpload,
  waitingInitialUpload,
} from './pending-upload.ts';

const photo = newFile('fog.jpg', 'image/jpeg', 'picture');
const uploadId = uploadIdOf('fog.jpg');
const publish = 'POST /api/content';
const now = new Date('2026-11-21T10:00:00.000Z');
const form = Object.assign(new UploadForm(), {
  brandName: 'Northwind',
  productUrls: ['https://northwind.example/boots', 'https://northwind.example'],
  notes: 'Boots at dawn',
  offerPerpetual: false,
});

const keep = () => keepInitialUpload(photo, 'data:image/jpeg;base64,AA', form, { now });
const waiting = async () => {
  await keep();
  await initialUploadBecomesPending('creator-1');
};
const stored = () => JSON.parse(localStorage.getItem('pendingUpload') ?? 'null') as Record<string, unknown> | null;

/** The outcome of a save, whose file arrives if it sends one. */
const outcome = async <T>(saving: Promise<T>): Promise<T> => {
  const before = transfers.length;
  saving.catch(() => undefined);
  await filesSettled();
  await transfers[before]?.store();
  await filesSettled();
  return saving;
};
const save = () => outcome(savePendingUpload());
const refuseOnce = () => server.refuseOnce(publish, 503, { message: 'The shop is closed.' });

beforeEach(async () => {
  server.answer(publish, {});
  await signIn({ id: 'creator-1' });
  showRoutes([{ path: '*', Component: () => null }]);
  await settled();
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
  expect(pendingUploadOf({}, 'creator-1', now)).toMatchObject({
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
  const content = contentOf(pendingUploadOf({ ...form }, 'creator-1', now), 'upload-1');
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
  expect(contentOf(pendingUploadOf({}, 'creator-1'), 'upload-1').title).toBe('Untitled Content');
});

it('[UP-78] the defaults of stored data are not a valid upload, so the server refuses them', () => {
  const { brandName, productUrls, offerOneTime, offerSixMonth, offerPerpetual } = pendingUploadOf({}, 'creator-1');
  const defaults = { brandName, productUrls, offerOneTime, offerSixMonth, offerPerpetual };
  expect(Object.keys(messagesOf(Object.assign(new UploadForm(), defaults)))).toEqual(
    expect.arrayContaining(['brandName', 'productUrls', 'offerOneTime']),
  );
});

it('[UP-59, UP-61, UP-62] a pending upload is published, removed with its file, and confirmed once', async () => {
  await waiting();
  await expect(outcome(Promise.all([savePendingUpload(), savePendingUpload()]))).resolves.toEqual(['saved', 'saved']);
  expect(transfers.map(({ file }) => file.name)).toEqual(['fog.jpg']);
  expect(server.bodies(publish)).toEqual([expect.objectContaining({ uploadId, tags: ['pending'] })]);
  expect(toasts()).toEqual([['success', 'Content Uploaded']]);
  expect(stored()).toBeNull();
  await expect(save()).resolves.toBe('nothing');
});

it('[UP-64] one that can’t be saved is kept, and a retry doesn’t send the file or create the item again', async () => {
  await waiting();
  refuseOnce();
  await expect(save()).rejects.toThrow('The shop is closed.');
  expect(stored()).toMatchObject({ brandName: 'Northwind', uploadId });
  await expect(save()).resolves.toBe('saved');
  expect(transfers).toHaveLength(1);
  expect(server.bodies(publish)).toMatchObject([{ uploadId }, { uploadId }]);
});

it('stored media that the server has deleted in the meantime is sent again', async () => {
  await waiting();
  refuseOnce();
  await expect(save()).rejects.toThrow();
  server.refuseOnce(publish, 400, { code: 'missing_media', message: 'It is gone.' });
  await expect(save()).resolves.toBe('saved');
  expect(transfers).toHaveLength(2);
});

it('another account that signs in on the same browser never publishes it', async () => {
  await waiting();
  await signIn({ id: 'creator-2' });
  expect(hasPendingUpload()).toBe(false);
  await expect(save()).resolves.toBe('nothing');
  expect(stored()).toMatchObject({ creatorId: 'creator-1' });
});

it('if browser storage is full, the upload keeps waiting for a retry', async () => {
  await keep();
  const full = fillStorage();
  await expect(initialUploadBecomesPending('creator-1')).rejects.toThrow('full');
  full.mockRestore();
  expect(store.get(initialUploadAtom)).toMatchObject({ brandName: 'Northwind' });
  await initialUploadBecomesPending('creator-1');
  expect(stored()).toMatchObject({ status: 'pending' });
});

it('a newer initial upload replaces an older one, including its file', async () => {
  await keep();
  const other = newFile('dunes.jpg', 'image/jpeg', 'other');
  await keepInitialUpload(other, '', form, { now: new Date('2026-11-21T11:00:00.000Z') });
  const back = await waitingInitialUpload();
  expect(await back?.file.text()).toBe('other');
});
