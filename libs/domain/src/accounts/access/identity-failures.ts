import { defineFailure } from '../../kernel/failure.ts';

export const accountExists = defineFailure(
  'user_already_exists',
  'Account already exists',
  'An account with this email already exists. Please try signing in instead.',
);
export const accountGone = defineFailure('account_deleted', 'Account deleted', 'This account was deleted.');
export const wrongPassword = defineFailure(
  'wrong_password',
  'Wrong password',
  'That’s not your password. Nothing was changed.',
);
export const confirmationNeeded = defineFailure(
  'confirmation_needed',
  'Password needed',
  'Please enter your password to make this change.',
);
export const secondFactorRequired = defineFailure(
  'second_factor_required',
  'Second factor needed',
  'Please use your passkey or enter a code to finish signing in.',
);
export const codeNeeded = defineFailure(
  'code_needed',
  'Code needed',
  'Please enter a code, or use a passkey if you have one here.',
);
export const wrongCode = defineFailure(
  'wrong_code',
  'Wrong code',
  'That code isn’t right, or it has already been used. Try the one your app shows now.',
);
export const unknownPasskey = defineFailure(
  'unknown_passkey',
  'Not your passkey',
  'That passkey doesn’t belong to this account. Try another one, or use a code.',
);
export const wrongPasskey = defineFailure(
  'wrong_passkey',
  'Passkey not accepted',
  'That passkey couldn’t be checked. Try again, or use a code.',
);
export const knownPasskey = defineFailure('known_passkey', 'Already added', 'That passkey is already on your account.');
/** An authenticator counts its uses. A count that isn't above the last one comes from a copy, or from a replay. */
export const passkeyCounterBackward = defineFailure(
  'passkey_counter_backward',
  'Passkey may have been copied',
  'That passkey may have been copied: its use count is lower than the one we have on record. Use a code or another passkey, then remove this one.',
);
export const passkeyTooLate = defineFailure(
  'passkey_challenge_over',
  'Too late',
  'This request is more than five minutes old, or was already answered. Please try again.',
);
export const tooManyWrongCodes = defineFailure(
  'too_many_wrong_codes',
  'Too many wrong codes',
  'There were too many wrong codes. Please try again in 15 minutes.',
);
export const noSecondFactor = defineFailure(
  'no_second_factor',
  'No second factor',
  'Recovery codes back up a second factor. Please set one up first.',
);
