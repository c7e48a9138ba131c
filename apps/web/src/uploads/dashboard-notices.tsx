import { Suspense, useState } from 'react';
import { JustPublished } from './just-published.tsx';
import { keepsUploads } from './unfinished/storage-keys.ts';
import { lazyPart } from '../kernel/lazy-component.tsx';

const Unfinished = lazyPart(async () => ({
  default: (await import('./batch/unfinished-uploads.tsx')).UnfinishedUploads,
}));
const Progress = lazyPart(async () => ({
  default: (await import('./unfinished/pending-upload-progress.tsx')).PendingUploadProgress,
}));

/** What the dashboard says about uploads. The code for unpublished ones is large, and on most visits there are none. */
export const UploadNotices = () => {
  const [isNeeded] = useState(keepsUploads);
  return (
    <>
      <Suspense>{isNeeded && <Progress />}</Suspense>
      <JustPublished />
      <Suspense>{isNeeded && <Unfinished />}</Suspense>
    </>
  );
};
