import { expect, test } from 'vitest';
import * as logo from './accounts/profile/logo.ts';
import * as media from './content/media/media-failures.ts';
import { isFailure } from './kernel/failure.ts';
import type { Failure } from './kernel/failure.ts';
import * as ordering from './ordering/order-failures.ts';
import { tooManyCodes } from './referrals/referral-code.ts';

declare global {
  interface ImportMeta {
    /** Vite's function that imports all files that match the patterns, so that mutation tests know what this file covers. */
    glob(patterns: readonly string[], options: { eager: true }): Record<string, Record<string, unknown>>;
  }
}
const modules = Object.values(import.meta.glob(['./**/*.ts', '!./**/*.test.ts'], { eager: true }));

/** The refusal that an export makes without arguments, if it makes one. */
const madeBy = (entry: unknown): readonly Failure[] => {
  if (typeof entry !== 'function' || entry.length > 0 || String(entry).startsWith('class')) return [];
  const made = (entry as () => unknown)();
  return isFailure(made) ? [made] : [];
};
/** The refusals of all files, so that none can be forgotten. */
const refusals = modules.flatMap((file) => Object.values(file)).flatMap(madeBy);

test('every refusal has a unique code', () => {
  const codes = refusals.map(({ failure }) => failure);
  for (const code of codes) expect(code).toMatch(/^[a-z]+(_[a-z]+)+$/);
  expect(codes.toSorted()).toEqual([...new Set(codes)].sort());
});

test.each(refusals)('$failure has a title and a message, without unfilled placeholders', (refusal) => {
  expect(refusal.title).toMatch(/^[A-Z][A-Za-z ]+[a-z]$/);
  expect(refusal.message).toMatch(/^[A-Z][^`{}]+ [^`{}]+[a-zA-Z)]\.?$/);
  expect(refusal.message).not.toMatch(/undefined|null|NaN|\[object/);
});

test('the sizes named in refusals are the actual limits', () => {
  expect([media.fileTooLarge(), media.pictureTooLarge(), logo.logoTooLarge()].map(({ message }) => message)).toEqual([
    'Maximum file size is 100MB',
    'A picture can have at most 210 megapixels',
    'Logo image must be less than 2MB',
  ]);
  expect([media.mediaPixelsMax, logo.logoBytesMax]).toEqual([210_000_000, 2_097_152]);
  expect(ordering.cartTooLarge().message).toBe('An order can have up to 100 items, with a quantity of up to 100 each.');
  expect(tooManyCodes().message).toBe('You have 100 referral codes. Please delete one you no longer use.');
});
