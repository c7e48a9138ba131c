import { defineFailure } from './kernel/failure.ts';

/** Refusals that every feature shares. */
export const notSignedIn = defineFailure(
  'not_signed_in',
  'Authentication required',
  'Your session has ended. Please sign in again.',
);
export const wrongRole = defineFailure('wrong_role', 'Wrong account type', 'Your account can’t do this.');
export const notFound = defineFailure('not_found', 'Not found', 'There is nothing at this address, or it isn’t yours.');
export const invalidInput = defineFailure('invalid_input', 'Check your input', 'Please fix the highlighted fields.');
export const tooManyRequests = defineFailure(
  'too_many_requests',
  'Rate limit exceeded',
  'Please wait a minute before trying again.',
);
