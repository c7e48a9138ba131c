import { MediaStoreUnavailable } from './media/port.ts';

export interface S3Error extends Error {
  readonly code?: string;
  readonly $metadata?: { readonly httpStatusCode?: number };
}

const statusOf = (error: S3Error) => error.$metadata?.httpStatusCode;
/** An error without a status is a network error. */
export const isTransient = (error: S3Error) => {
  const status = statusOf(error);
  return error.name !== 'CredentialsProviderError' && (status === undefined || status === 429 || status >= 500);
};
export const isMissing = ({ name }: S3Error) => name === 'NotFound' || name === 'NoSuchKey';
export const isRangeNotSatisfiable = (error: S3Error) => statusOf(error) === 416;
/** The store answered, but won't do this: older ones want other checksums, some lack the operation, some forbid it. */
export const isRejected = (error: S3Error) => statusOf(error) === 501 || !isTransient(error);

/** What the operator can do. Stores name a wrong key's error in many ways, but all of them are refusals. */
const adviceOn = (error: S3Error) => {
  if (error.name === 'NoSuchBucket') return 'Create the bucket, or name another in MEDIA_STORE_URL.';
  if (error.name === 'CredentialsProviderError') return 'Put the keys in MEDIA_STORE_URL or in the environment.';
  return isTransient(error)
    ? 'Check that it runs and that MEDIA_STORE_URL names it.'
    : 'Check the keys in MEDIA_STORE_URL, and what they may do in the bucket.';
};

export const unavailable = (place: string, what: string, error: S3Error) => {
  const reason = [error.name === 'Error' ? error.code : error.name, error.message].filter(Boolean).join(': ');
  const message = `${place}: could not ${what}: ${reason.replace(/\.$/, '')}. ${adviceOn(error)}`;
  return new MediaStoreUnavailable(message, { cause: error });
};
