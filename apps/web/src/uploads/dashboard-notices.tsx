import { Suspense, lazy } from 'react';

const Unfinished = lazy(async () => ({ default: (await import('./batch/unfinished-uploads.tsx')).UnfinishedUploads }));
const Progress = lazy(async () => ({
  default: (await import('./unfinished/pending-upload-progress.tsx')).PendingUploadProgress,
}));

// Loaded lazily: both pull in all the upload code, and on most visits they have nothing to show.

export const UnfinishedUploads = () => (
  <Suspense>
    <Unfinished />
  </Suspense>
);

export const PendingUploadProgress = () => (
  <Suspense>
    <Progress />
  </Suspense>
);
