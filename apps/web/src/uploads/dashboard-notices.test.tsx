import { render, screen } from '@testing-library/react';
import { UploadNotices } from './dashboard-notices.tsx';

vi.mock('./batch/unfinished-uploads.tsx', () => ({ UnfinishedUploads: () => <p>unfinished</p> }));
vi.mock('./unfinished/pending-upload-progress.tsx', () => ({ PendingUploadProgress: () => <p>pending</p> }));

afterEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

const show = () => render(<UploadNotices />);

test('[GAL-22] the dashboard doesn’t load the upload code while this browser keeps no upload', () => {
  localStorage.setItem('first-steps:mara', '"begun"');
  expect(show().container).toBeEmptyDOMElement();
});

test.each([
  ['pendingUpload', () => localStorage],
  ['unfinishedUpload:mara:1', () => localStorage],
  ['unfinishedBatch:mara:1', () => localStorage],
  ['initialUpload', () => sessionStorage],
])('an upload that is kept under %s is looked after on the dashboard', async (key, storage) => {
  storage().setItem(key, '{}');
  show();
  expect(await screen.findByText('unfinished')).toBeVisible();
  expect(await screen.findByText('pending')).toBeVisible();
});
