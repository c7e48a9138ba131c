import { createSecretKey, hkdfSync } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

const keyBytes = 32;

/** A key for one use alone: who comes by it has neither the key that it was made of nor one for another use. */
export const derivedKey = (own: KeyObject | string, use: string): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', own, '', `tessera ${use}`, keyBytes)));
