import { openAuth } from './session.ts';

/** The client that the pages under test come to open as well. */
export const auth = await openAuth();

/** What the accounts service answers to a sign-in. */
export const sessionOf = (user: object) => ({
  access_token: 'a.b.c',
  refresh_token: 'r',
  token_type: 'bearer',
  expires_in: 900,
  user,
});
