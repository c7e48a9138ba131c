/** What other features may use of this one; nothing else of it is imported from outside. */
export { BatchLeftovers } from './batch/batch-leftovers.tsx';
export { JustPublished } from './just-published.tsx';
export { UploadFailed } from './sending/upload-failed.ts';
export { PendingUploadProgress } from './unfinished/pending-upload-progress.tsx';
export { initialUploadAtom, initialUploadBecomesPending, savePendingUpload } from './unfinished/pending-upload.ts';
export { UploadFirst } from './upload-first.tsx';
export { UploadLayout } from './upload-layout.tsx';
