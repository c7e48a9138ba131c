import { defineFailure } from './kernel/failure.ts';

/** Refusals that every feature shares. */
export const notSignedIn = defineFailure(
  'not_signed_in',
  401,
  'Authentication required',
  'Your session has ended. Please sign in again.',
);
export const wrongRole = defineFailure('wrong_role', 403, 'Wrong account type', 'Your account can’t do this.');
export const notFound = defineFailure(
  'not_found',
  404,
  'Not found',
  'There is nothing at this address, or it isn’t yours.',
);
export const invalidInput = defineFailure(
  'invalid_input',
  400,
  'Check your input',
  'Please fix the highlighted fields.',
);
export const tooManyRequests = defineFailure(
  'too_many_requests',
  429,
  'Rate limit exceeded',
  'Please wait a minute before trying again.',
);
