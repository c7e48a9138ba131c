import { localStore, tabStore } from '../../kernel/browser/storage.ts';

// Where the browser keeps uploads that aren't published yet: the first in session storage, the others in local storage.
export const initialKey = 'initialUpload';
export const pendingKey = 'pendingUpload';
/** Followed by the account's id; an initial one has none. */
export const unfinishedKeys = {
  upload: 'unfinishedUpload',
  batch: 'unfinishedBatch',
  initial: 'unfinishedInitial',
} as const;

const localKeys = [pendingKey, unfinishedKeys.upload, unfinishedKeys.batch];

/** Whether this browser keeps any upload of an account, of whichever, or one that is about to become an account's. */
export const keepsUploads = (): boolean =>
  tabStore.getItem(initialKey) !== null ||
  localStore.keys().some((key) => localKeys.some((local) => key.startsWith(local)));
