/** What other features may import from this one; they import nothing else. */
export { UploadNotices } from './dashboard-notices.tsx';
export { UploadFailed } from './sending/upload-failed.ts';
export { initialUploadAtom, initialUploadBecomesPending, savePendingUpload } from './unfinished/pending-upload.ts';
export { UploadPrompt } from './upload-prompt.tsx';
export { UploadLayout } from './upload-layout.tsx';
