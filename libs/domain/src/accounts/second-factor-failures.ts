import { defineFailure } from '../kernel/failure.ts';

export const secondFactorRequired = defineFailure(
  'second_factor_required',
  403,
  'Second factor needed',
  'Please use your passkey or enter a code to finish signing in.',
);
export const codeNeeded = defineFailure(
  'code_needed',
  422,
  'Code needed',
  'Please enter a code, or use a passkey if you have one here.',
);
export const wrongCode = defineFailure(
  'wrong_code',
  422,
  'Wrong code',
  'That code isn’t right, or it was used already. Try the one your app shows now.',
);
export const unknownPasskey = defineFailure(
  'unknown_passkey',
  422,
  'Not your passkey',
  'That passkey isn’t one of this account’s. Try another, or use a code.',
);
export const wrongPasskey = defineFailure(
  'wrong_passkey',
  422,
  'Passkey not accepted',
  'That passkey couldn’t be checked. Try again, or use a code.',
);
export const knownPasskey = defineFailure(
  'known_passkey',
  422,
  'Added already',
  'That passkey is on your account already.',
);
/** The authenticator counts its uses: a count that we have seen before comes from a copy, or from the past. */
export const passkeyCounterBackward = defineFailure(
  'passkey_counter_backward',
  422,
  'Passkey may be copied',
  'That passkey may have been copied: it says it was used less often than we have seen. Use a code or another passkey, then remove this one.',
);
export const passkeyTooLate = defineFailure(
  'passkey_challenge_over',
  422,
  'Too late',
  'That took more than five minutes, or was answered already. Please try again.',
);
export const tooManyWrongCodes = defineFailure(
  'too_many_wrong_codes',
  429,
  'Too many wrong codes',
  'There were too many wrong codes. Please try again in 15 minutes.',
);
export const noSecondFactor = defineFailure(
  'no_second_factor',
  422,
  'No second factor',
  'Recovery codes stand in for a second factor. Please set one up first.',
);
