import { Suspense, lazy, useState } from 'react';
import { keepsUploads } from './unfinished/storage-keys.ts';

const Unfinished = lazy(async () => ({ default: (await import('./batch/unfinished-uploads.tsx')).UnfinishedUploads }));
const Progress = lazy(async () => ({
  default: (await import('./unfinished/pending-upload-progress.tsx')).PendingUploadProgress,
}));

/** Both pull in all the upload code, and on most visits they would have nothing to show. */
const useIsNeeded = () => useState(keepsUploads)[0];

export const UnfinishedUploads = () => {
  const isNeeded = useIsNeeded();
  return (
    isNeeded && (
      <Suspense>
        <Unfinished />
      </Suspense>
    )
  );
};

export const PendingUploadProgress = () => {
  const isNeeded = useIsNeeded();
  return (
    isNeeded && (
      <Suspense>
        <Progress />
      </Suspense>
    )
  );
};
