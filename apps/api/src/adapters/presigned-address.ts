import { createHash, createHmac } from 'node:crypto';

interface Asked {
  readonly bucket: string;
  readonly key: string;
  readonly region: string;
  /** Of a store that is not Amazon's. */
  readonly endpoint: string | null;
  readonly credentials: {
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    readonly sessionToken?: string | undefined;
  };
  /** How the answer's header Content-Disposition is to be. */
  readonly disposition: string;
  readonly contentType: string;
  readonly seconds: number;
}

const algorithm = 'AWS4-HMAC-SHA256';

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
/** As RFC 3986 has it: Amazon counts on every escape. */
const escaped = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** By names of the host where it is Amazon's, by paths elsewhere, as the client does. */
const placeOf = ({ bucket, key, region, endpoint }: Asked) =>
  endpoint === null
    ? new URL(`https://${bucket}.s3.${region}.amazonaws.com/${key}`)
    : new URL(`/${bucket}/${key}`, endpoint);

/**
 * An address by which whoever holds it downloads one object without keys: Amazon's Signature Version 4 in the query. The
 * keys themselves are not in it.
 */
export const presignedAddress = (asked: Asked, now = new Date()): string => {
  const { region, credentials, disposition, contentType, seconds } = asked;
  const url = placeOf(asked);
  const time = now.toISOString().replace(/[-:]|\.\d+/g, '');
  const day = time.slice(0, 8);
  const scope = `${day}/${region}/s3/aws4_request`;
  const query = Object.entries({
    'X-Amz-Algorithm': algorithm,
    'X-Amz-Credential': `${credentials.accessKeyId}/${scope}`,
    'X-Amz-Date': time,
    'X-Amz-Expires': String(seconds),
    'X-Amz-SignedHeaders': 'host',
    ...(credentials.sessionToken === undefined ? {} : { 'X-Amz-Security-Token': credentials.sessionToken }),
    'response-content-disposition': disposition,
    'response-content-type': contentType,
  })
    .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
    .sort()
    .join('&');
  const request = ['GET', url.pathname, query, `host:${url.host}\n`, 'host', 'UNSIGNED-PAYLOAD'].join('\n');
  const toSign = [algorithm, time, scope, sha256(request)].join('\n');
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${credentials.secretAccessKey}`);
  return `${url.href}?${query}&X-Amz-Signature=${hmac(key, toSign).toString('hex')}`;
};
