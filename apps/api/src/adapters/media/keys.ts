import { extname } from 'node:path';

const contentTypes: Readonly<Record<string, string>> = {
  '.avif': 'image/avif',
  '.gif': 'image/gif',
  '.heic': 'image/heic',
  '.jpg': 'image/jpeg',
  '.m4v': 'video/x-m4v',
  '.mov': 'video/quicktime',
  '.mp4': 'video/mp4',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.webm': 'video/webm',
  '.webp': 'image/webp',
};

/** No name begins with a dot, which rules out `..` and hidden files. */
const keyPattern = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}(\/[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}){0,3}$/;

/** Returns the type that the key's file is served as, or null when it is not a valid key. */
export const contentTypeOf = (key: string): string | null =>
  keyPattern.test(key) ? (contentTypes[extname(key)] ?? null) : null;

/** @throws Error when nothing can be stored under the key */
export const contentTypeToPut = (key: string): string => {
  const contentType = contentTypeOf(key);
  if (contentType) return contentType;
  throw new Error(`'${key}' is not a valid key of the media store, or has an extension that it doesn't serve`);
};
