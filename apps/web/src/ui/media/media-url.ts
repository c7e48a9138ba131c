const mediaData = /^data:(image|video)\/[a-z0-9.+-]+[;,]/i;

const firstOf = (list: string): string | null => {
  try {
    const parsed: unknown = JSON.parse(list);
    return Array.isArray(parsed) && typeof parsed[0] === 'string' ? parsed[0] : null;
  } catch {
    return null;
  }
};

/** The public address of the bucket. */
const bucket = () => `${window.location.origin}/media/`;

/** Whether an address is in the storage bucket, which has previews in several widths. */
export const isInBucket = (address: string): boolean => address.startsWith(bucket());

/** Resolves a path the way a browser does, so that no spelling of a scheme, a host or `..` escapes the bucket. */
const addressInBucket = (path: string): string | null => {
  const key = path.replace(/^\/(?![/\\])/, '').replace(/^media\//, '');
  const address = URL.canParse(key, bucket()) ? new URL(key, bucket()).href : '';
  return isInBucket(address) && address !== bucket() ? address : null;
};

/**
 * The absolute address of stored media, which may be an image or video data URL, a JSON list (its first entry counts), an
 * http(s) address, or a path in the bucket. Returns null for everything else.
 */
export const mediaUrl = (stored: string | null | undefined): string | null => {
  const text = stored?.trim();
  if (!text) return null;
  if (text.startsWith('[')) return mediaUrl(firstOf(text));
  if (mediaData.test(text)) return text;
  if (/^https?:\/\//i.test(text)) return URL.canParse(text) ? text : null;
  return addressInBucket(text);
};
