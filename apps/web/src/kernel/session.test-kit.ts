import { openAuth } from './session.ts';

/** The same client that the pages under test open. */
export const auth = await openAuth();

/** The accounts service's answer to a sign-in. */
export const sessionOf = (user: object) => ({
  access_token: 'a.b.c',
  refresh_token: 'r',
  token_type: 'bearer',
  expires_in: 900,
  user,
});
