import type { S3Bucket } from '../../config.ts';
import { openBucket } from '../s3.ts';
import type { OpenBucket } from '../s3.ts';
import { contentTypeOf, contentTypeToPut } from './keys.ts';
import { previewCaching } from './port.ts';
import type { ReadAhead, MediaStore, StoredMedia } from './port.ts';

/** The bucket is private. Previews are public only through the API, or through a CDN that reads the bucket. */
const originals = 'originals/';
const previews = 'previews/';

const openStored = async (bucket: OpenBucket, path: string, ahead?: ReadAhead): Promise<StoredMedia | null> => {
  const contentType = contentTypeOf(path.slice(path.indexOf('/') + 1));
  if (!contentType) return null;
  // `open` returns null for a range that doesn't exist; `head` then finds out the size.
  const opened = ahead && (await bucket.open(path, ahead));
  const found = opened ?? (await bucket.head(path));
  if (!found) return null;
  const { size, etag } = found;
  return {
    ...{ size, contentType, etag },
    read: (range) => {
      const { start, end } = range ?? { start: 0, end: size - 1 };
      const bytes = opened?.take({ start, end });
      // Only of this version, so that the bytes match the size.
      return bytes ?? bucket.read(path, range, etag);
    },
    close: () => opened?.close(),
  };
};

const remove = async (bucket: OpenBucket, folder: string, key: string) => {
  if (contentTypeOf(key)) await bucket.remove([`${folder}${key}`]);
};

/**
 * Stores media in a bucket that several nodes share.
 * @throws MediaStoreUnavailable when the bucket can't be reached or doesn't exist
 */
export const openS3MediaStore = async (settings: S3Bucket): Promise<MediaStore> => {
  const bucket = await openBucket(settings);
  return {
    putOriginal: async (key, file) => bucket.putFile(`${originals}${key}`, file, contentTypeToPut(key)),
    openOriginal: (key) => openStored(bucket, `${originals}${key}`),
    signedOriginalUrl: async (key, download) => {
      const contentType = settings.presignsOriginals ? contentTypeOf(key) : null;
      return contentType && bucket.signedUrlOf(`${originals}${key}`, { ...download, contentType });
    },
    deleteOriginal: (key) => remove(bucket, originals, key),
    // A CDN that serves the bucket passes this on.
    putPreview: async (key, bytes) =>
      void (await bucket.put(`${previews}${key}`, bytes, contentTypeToPut(key), previewCaching)),
    openPreview: (key, ahead) => openStored(bucket, `${previews}${key}`, ahead),
    deletePreview: (key) => remove(bucket, previews, key),
  };
};
