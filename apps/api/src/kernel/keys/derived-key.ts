import { createSecretKey, hkdfSync } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

const keyBytes = 32;

/** Derives a key for a single use: leaking it reveals neither the original key nor the keys for other uses. */
export const derivedKey = (own: KeyObject | string, use: string): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', own, '', `tessera ${use}`, keyBytes)));
