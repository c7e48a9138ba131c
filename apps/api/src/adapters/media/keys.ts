import { extname } from 'node:path';

const contentTypes: Readonly<Record<string, string>> = {
  '.avif': 'image/avif',
  '.gif': 'image/gif',
  '.jpg': 'image/jpeg',
  '.m4v': 'video/x-m4v',
  '.mov': 'video/quicktime',
  '.mp4': 'video/mp4',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.webm': 'video/webm',
  '.webp': 'image/webp',
};

/** No name begins with a dot, so that none is `..` or hidden. */
const keyPattern = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}(\/[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}){0,3}$/;

/** What is stored under the key is served as this; null when it is no key of the media store. */
export const contentTypeOf = (key: string): string | null =>
  keyPattern.test(key) ? (contentTypes[extname(key)] ?? null) : null;

/** @throws Error when nothing can be put under the key. */
export const contentTypeToPut = (key: string): string => {
  const contentType = contentTypeOf(key);
  if (contentType) return contentType;
  throw new Error(`'${key}' is no key of the media store, or has an extension that it does not serve`);
};
