import { Suspense, lazy } from 'react';

const Leftovers = lazy(async () => ({ default: (await import('./batch/unfinished-uploads.tsx')).BatchLeftovers }));
const Progress = lazy(async () => ({
  default: (await import('./unfinished/pending-upload-progress.tsx')).PendingUploadProgress,
}));

// Both come with all that sends files, and hardly a visit has something to tell: no first view waits for them.

export const BatchLeftovers = () => (
  <Suspense>
    <Leftovers />
  </Suspense>
);

export const PendingUploadProgress = () => (
  <Suspense>
    <Progress />
  </Suspense>
);
