/** What other features may use of this one; nothing else of it is imported from outside. */
export { JustPublished } from './just-published.tsx';
export { BatchLeftovers, PendingUploadProgress } from './dashboard-notices.tsx';
export { UploadFailed } from './sending/upload-failed.ts';
export { initialUploadAtom, initialUploadBecomesPending, savePendingUpload } from './unfinished/pending-upload.ts';
export { UploadFirst } from './upload-prompt.tsx';
export { UploadLayout } from './upload-layout.tsx';
