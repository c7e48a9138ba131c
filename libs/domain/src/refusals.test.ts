import { expect, test } from 'vitest';
import { accountExists, accountGone, confirmationNeeded, wrongPassword } from './accounts/account.ts';
import * as logo from './accounts/logo.ts';
import { notYourMetadata } from './accounts/own-metadata.ts';
import { adminExists, connectionFailed, missingApiToken, notConnected } from './admin/automation.ts';
import * as admin from './admin/failures.ts';
import { withdrawnFromSale } from './content/content.ts';
import * as media from './content/media-failures.ts';
import * as shared from './failures.ts';
import type { Failure } from './kernel/failure.ts';
import { deploymentFailed } from './ordering/deployment.ts';
import * as ordering from './ordering/order-failures.ts';
import { missingReferral, ownReferral } from './referrals/referral.ts';
import { codeNotFound, codeTaken, tooManyCodes } from './referrals/referral-code.ts';

const isMaker = (entry: unknown): entry is () => Failure => typeof entry === 'function';
const single = [
  ...[accountExists, accountGone, confirmationNeeded, wrongPassword, withdrawnFromSale, deploymentFailed],
  notYourMetadata,
  ...[adminExists, connectionFailed, missingApiToken, notConnected],
  ...[missingReferral, ownReferral, codeNotFound, codeTaken, tooManyCodes],
];
const refusals = [...[shared, admin, logo, media, ordering].flatMap((file) => Object.values<unknown>(file)), ...single]
  .filter(isMaker)
  .map((make) => make());

test('every refusal has a code, by which programs tell it from all others', () => {
  const codes = refusals.map(({ failure }) => failure);
  for (const code of codes) expect(code).toMatch(/^[a-z]+(_[a-z]+)+$/);
  expect(codes.toSorted()).toEqual([...new Set(codes)].sort());
});

test.each(refusals)('the user reads why $failure: a title and words, with nothing left to fill in', (refusal) => {
  expect(refusal.title).toMatch(/^[A-Z][A-Za-z ]+[a-z]$/);
  expect(refusal.message).toMatch(/^[A-Z][^`{}]+ [^`{}]+[a-zA-Z)]\.?$/);
  expect(refusal.message).not.toMatch(/undefined|null|NaN|\[object/);
});

test('the sizes that a refusal names are those that are held to', () => {
  expect([media.fileTooLarge(), media.pictureTooLarge(), logo.logoTooLarge()].map(({ message }) => message)).toEqual([
    'Maximum file size is 100MB',
    'A picture can have at most 120 megapixels',
    'Logo image must be less than 2MB',
  ]);
  expect([media.mediaPixelsMax, logo.logoBytesMax]).toEqual([120_000_000, 2_097_152]);
  expect(ordering.cartTooLarge().message).toBe('An order holds at most 100 items, each up to 100 times.');
  expect(tooManyCodes().message).toBe('You have 100 referral codes. Please delete one you no longer use.');
});
