import type { S3Bucket } from '../../config.ts';
import { openBucket } from '../s3.ts';
import type { OpenBucket } from '../s3.ts';
import { contentTypeOf, contentTypeToPut } from './keys.ts';
import type { ReadAhead, MediaStore, StoredMedia } from './port.ts';

/** The bucket is private; what is public is public through the API alone, or through a CDN that reads it. */
const originals = 'originals/';
const previews = 'previews/';

const openStored = async (bucket: OpenBucket, path: string, ahead?: ReadAhead): Promise<StoredMedia | null> => {
  const contentType = contentTypeOf(path.slice(path.indexOf('/') + 1));
  if (!contentType) return null;
  // A part that is not there opens nothing; how much there is, is asked then.
  const opened = ahead && (await bucket.open(path, ahead));
  const found = opened ?? (await bucket.head(path));
  if (!found) return null;
  const { size, etag } = found;
  return {
    ...{ size, contentType, etag },
    read: (range) => {
      const { start, end } = range ?? { start: 0, end: size - 1 };
      const bytes = opened?.take({ start, end });
      // Of this version, so that the bytes are those whose size was told.
      return bytes ?? bucket.read(path, range, etag);
    },
    close: () => opened?.close(),
  };
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
    openOriginal: (key) => openStored(bucket, `${originals}${key}`),
    signedOriginalUrl: async (key, download) => {
      const contentType = settings.presignsOriginals ? contentTypeOf(key) : null;
      return contentType && bucket.addressOf(`${originals}${key}`, { ...download, contentType });
    },
    deleteOriginal: (key) => remove(bucket, originals, key),
    putPreview: async (key, bytes) => void (await bucket.put(`${previews}${key}`, bytes, contentTypeToPut(key))),
    openPreview: (key, ahead) => openStored(bucket, `${previews}${key}`, ahead),
    deletePreview: (key) => remove(bucket, previews, key),
  };
};
