import { cleanup, screen } from '@testing-library/react';
import { Navigate, useLocation } from 'react-router-dom';
import { showReloaded } from '../shell/routes.test-kit.tsx';
import { signIn } from '../testing/sign-in.test-kit.ts';
import { filesSettled } from './browser-files.test-kit.ts';

/** Loads the dashboard's notices anew, for someone who comes from the initial upload. */
const show = () =>
  showReloaded(async () => {
    const { UploadNotices } = await import('./dashboard-notices.tsx');
    return () => (useLocation().state ? <UploadNotices /> : <Navigate to="/" state={{ fromUpload: true }} />);
  });

const unpublished = JSON.stringify({ fields: null, files: [{ id: '1', name: 'fog.jpg' }] });

beforeEach(() => signIn({ id: 'mara' }));

test('[GAL-22] the dashboard doesn’t load the upload code while this browser keeps no upload', async () => {
  // Only the code for uploads needs it.
  const loadDatabase = vi.fn(() => ({}));
  vi.doMock('idb', loadDatabase);
  localStorage.setItem('first-steps:mara', '"begun"');
  await show();
  expect(document.body.textContent).toBe('');
  expect(loadDatabase).not.toHaveBeenCalled();
  cleanup();
  localStorage.setItem('unfinishedUpload:mara:1', unpublished);
  await show();
  expect(loadDatabase).toHaveBeenCalledTimes(1);
  vi.doUnmock('idb');
});

test.each([
  ['pendingUpload', () => localStorage, '{"creatorId":"mara"}', 'Upload Pending'],
  ['unfinishedUpload:mara:1', () => localStorage, unpublished, 'Your upload isn’t published yet'],
  ['unfinishedBatch:mara:1', () => localStorage, unpublished, '1 file in your batch isn’t published yet'],
  ['initialUpload', () => sessionStorage, '{}', 'Upload Pending'],
])('an upload that is kept under %s is looked after on the dashboard', async (key, storage, kept, words) => {
  storage().setItem(key, kept);
  await show();
  expect(await screen.findByText(words)).toBeVisible();
  await filesSettled();
});
