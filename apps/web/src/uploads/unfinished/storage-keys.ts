// Where the browser keeps uploads that aren't published yet: the first in session storage, the others in local storage.
export const initialKey = 'initialUpload';
export const pendingKey = 'pendingUpload';
/** Followed by the account's id. */
export const unfinishedKeys = { upload: 'unfinishedUpload', batch: 'unfinishedBatch' } as const;

const localKeys = [pendingKey, ...Object.values(unfinishedKeys)];

/** Whether this browser keeps any upload, of whichever account. */
export const keepsUploads = (): boolean =>
  sessionStorage.getItem(initialKey) !== null ||
  Object.keys(localStorage).some((key) => localKeys.some((local) => key.startsWith(local)));
