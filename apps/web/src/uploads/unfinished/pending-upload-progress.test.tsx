import { cleanup, screen, waitFor } from '@testing-library/react';
import { UploadForm } from '@tessera/domain/content/forms';
import { showRoutes } from '../../shell/routes.test-kit.tsx';
import { server } from '../../testing/server.test-kit.ts';
import { signIn, signOut } from '../../testing/sign-in.test-kit.ts';
import { toasts } from '../../testing/toasts.test-kit.ts';
import { filesSettled, picture } from '../browser-files.test-kit.ts';
import { transfers, uploadIdOf } from '../sending/transfers.test-kit.ts';
import {
  initialUploadBecomesPending,
  keepInitialUpload,
  pendingUploadOf,
  savePendingUpload,
} from './pending-upload.ts';
import { PendingUploadProgress } from './pending-upload-progress.tsx';
import { reopenUpload, useReopenedUpload } from './reopened-upload.atoms.ts';

const publish = 'POST /api/content';
const form = Object.assign(new UploadForm(), { brandName: 'Northwind', productUrls: ['https://northwind.example'] });

const ReopenedForm = () => <p>The form for {useReopenedUpload()?.fields.brandName}</p>;

/** Opens the dashboard, and waits until it has looked for uploads in this browser. */
const open = async (state?: object) => {
  const routes = [
    { path: '/creator/dashboard', Component: PendingUploadProgress },
    { path: '/creator/upload', Component: ReopenedForm },
  ];
  showRoutes(routes, { initialEntries: [{ pathname: '/creator/dashboard', state }] });
  await filesSettled();
};

const keepInitial = () => keepInitialUpload(picture('fog.jpg'), '', form);
const keepPending = async () => {
  await keepInitial();
  await initialUploadBecomesPending('creator-1');
};
const keptAs = () => [sessionStorage.getItem('initialUpload'), localStorage.getItem('pendingUpload')];

/** The file arrives, and the server keeps it. */
const store = async () => {
  await transfers[0]?.store();
  await filesSettled();
};

const preparing = ['info', 'Upload Pending', 'Your initial content is being prepared for upload.'];
const published = ['success', 'Content Uploaded'];

beforeEach(async () => {
  server.answer(publish, {});
  server.answer('GET /api/content/mine', { items: [], next_cursor: null, position: 1 });
  await signIn({ id: 'creator-1' });
});

it('[UP-60] [UP-63] when the dashboard loads, a pending upload is published and the list is loaded again', async () => {
  await keepPending();
  sessionStorage.setItem('initialUpload', JSON.stringify(form));
  await open();
  expect(toasts()).toEqual([preparing]);
  expect(server.asked('GET /api/content/mine')).toEqual([]);
  await store();
  await waitFor(() => expect(toasts()).toEqual([preparing, published]));
  expect(server.bodies(publish)).toMatchObject([{ uploadId: uploadIdOf('fog.jpg'), brandName: 'Northwind' }]);
  expect(server.asked('GET /api/content/mine')).toHaveLength(1);
  expect(keptAs()).toEqual([JSON.stringify(form), null]);
});

it.each([{ fromInitialUpload: true }, { fromUpload: true }])(
  'coming from the initial upload, it is saved: %o',
  async (state) => {
    await keepInitial();
    await open(state);
    await store();
    await waitFor(() => expect(toasts()).toEqual([preparing, published]));
    expect(server.bodies(publish)).toMatchObject([{ brandName: 'Northwind', tags: ['pending'] }]);
    expect(keptAs()).toEqual([null, null]);
  },
);

it('without a pending upload, nothing is shown', async () => {
  await open({ fromUpload: true });
  expect(toasts()).toEqual([]);
  expect(transfers).toEqual([]);
  expect(server.asked(publish)).toEqual([]);
});

it.each([
  [
    'Minimum price is $1',
    async (message: string) => {
      server.refuse(publish, 422, { code: 'invalid_input', message });
      await store();
    },
  ],
  ['Please upload an image or video file', (message: string) => transfers[0]?.refuse(message)],
])(
  '[UP-66] [UP-67] if it can’t be saved, that is reported, it is removed, and the form opens with its fields: %s',
  async (message, refuse) => {
    await keepPending();
    await open();
    await refuse(message);
    expect(await screen.findByText('The form for Northwind')).toBeInTheDocument();
    expect(toasts()).toEqual([preparing, ['error', 'Upload Processing Failed', message]]);
    expect(keptAs()).toEqual([null, null]);
  },
);

it('[UP-68] if processing throws, that is reported', async () => {
  localStorage.setItem('pendingUpload', '');
  await open();
  const reported = ['error', 'Error Processing Upload', 'Unexpected end of JSON input'];
  await waitFor(() => expect(toasts()).toEqual([preparing, reported]));
});

it('[UP-64] one that the sign-up is still saving is left alone, and kept if that fails', async () => {
  await keepPending();
  const saving = savePendingUpload().catch((error: unknown) => error);
  await open({ fromUpload: true });
  server.refuse(publish, 503, { message: 'The shop is closed.' });
  await store();
  expect(await saving).toMatchObject({ message: 'The shop is closed.' });
  expect(transfers).toHaveLength(1);
  expect(server.asked(publish)).toHaveLength(1);
  expect(toasts()).toEqual([]);
  expect(keptAs()).toEqual([null, expect.stringContaining('Northwind')]);
});

it('[FIX-46] the upload of one account is neither shown on its way nor reopened to the next', async () => {
  await keepPending();
  await open();
  transfers[0]?.report(1);
  expect(await screen.findByRole('region', { name: 'Your initial upload' })).toBeVisible();
  reopenUpload({ pending: pendingUploadOf(form, 'creator-1'), file: null });
  await signOut();
  await signIn({ id: 'creator-2' });
  expect(screen.queryByRole('region', { name: 'Your initial upload' })).toBeNull();
  cleanup();
  showRoutes([{ path: '*', Component: ReopenedForm }]);
  expect(screen.getByText('The form for')).toBeVisible();
  await store();
});
