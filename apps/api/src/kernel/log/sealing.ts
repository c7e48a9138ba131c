import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

const cipher = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/** @param boundTo where the sealed text belongs: it can't be opened anywhere else */
export const seal = (key: KeyObject, plain: Buffer, boundTo: string): string => {
  const iv = randomBytes(ivBytes);
  const encrypting = createCipheriv(cipher, key, iv).setAAD(Buffer.from(boundTo));
  const body = Buffer.concat([encrypting.update(plain), encrypting.final()]);
  return Buffer.concat([iv, encrypting.getAuthTag(), body]).toString('base64');
};

/** @throws if the text was sealed with another key, or bound to another place */
export const unseal = (key: KeyObject, sealed: string, boundTo: string): Buffer => {
  const bytes = Buffer.from(sealed, 'base64');
  const decrypting = createDecipheriv(cipher, key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
    .setAAD(Buffer.from(boundTo))
    .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  return Buffer.concat([decrypting.update(bytes.subarray(ivBytes + tagBytes)), decrypting.final()]);
};
