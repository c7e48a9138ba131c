import type { S3Bucket } from '../../config.ts';
import { openBucket } from '../s3.ts';
import type { OpenBucket } from '../s3.ts';
import { contentTypeOf, contentTypeToPut } from './keys.ts';
import type { MediaStore, StoredMedia } from './port.ts';

/** The bucket is private; what is public is public through the API alone. */
const originals = 'originals/';
const previews = 'previews/';

const openStored = async (bucket: OpenBucket, folder: string, key: string): Promise<StoredMedia | null> => {
  const contentType = contentTypeOf(key);
  const found = contentType && (await bucket.head(`${folder}${key}`));
  if (!found) return null;
  const { size, etag } = found;
  // Of this version, so that the bytes are those whose size was told.
  return { size, contentType, etag, read: (range) => bucket.read(`${folder}${key}`, range, etag) };
};

const remove = async (bucket: OpenBucket, folder: string, key: string) => {
  if (contentTypeOf(key)) await bucket.remove([`${folder}${key}`]);
};

/**
 * Media in a bucket that several nodes share.
 * @throws MediaStoreUnavailable when it can't be reached, or there is none.
 */
export const openS3MediaStore = async (settings: S3Bucket): Promise<MediaStore> => {
  const bucket = await openBucket(settings);
  return {
    putOriginal: async (key, file) => bucket.putFile(`${originals}${key}`, file, contentTypeToPut(key)),
    openOriginal: (key) => openStored(bucket, originals, key),
    deleteOriginal: (key) => remove(bucket, originals, key),
    putPreview: async (key, bytes) => void (await bucket.put(`${previews}${key}`, bytes, contentTypeToPut(key))),
    openPreview: (key) => openStored(bucket, previews, key),
    deletePreview: (key) => remove(bucket, previews, key),
  };
};
