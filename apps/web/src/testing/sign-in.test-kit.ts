import { act } from '@testing-library/react';
import { openAuth } from '../kernel/session.ts';
import { server } from './server.test-kit.ts';
import { settled } from './user.test-kit.ts';

interface Account {
  readonly id: string;
  readonly email?: string;
  readonly role?: 'creator' | 'brand' | null;
  /** The bearer token of its requests. */
  readonly accessToken?: string;
}

/** The accounts service's answer to a sign-in. */
export const sessionOf = ({ id, email = `${id}@example.test`, role = 'creator', accessToken = 'a.b.c' }: Account) => ({
  access_token: accessToken,
  refresh_token: 'r',
  token_type: 'bearer',
  expires_in: 900,
  user: { id, email, user_metadata: role ? { userType: role } : {} },
});

/** Signs in, as the form does. The test's end signs out again. */
export const signIn = async (account: Account) => {
  const auth = await openAuth();
  server.answerOnce('POST /auth/v1/token', sessionOf(account));
  await act(() => auth.signInWithPassword({ email: sessionOf(account).user.email, password: 'secret-12' }));
  await settled();
};

export const signOut = async () => {
  const auth = await openAuth();
  server.answerOnce('POST /auth/v1/logout');
  await act(() => auth.signOut());
  await settled();
};

afterEach(signOut);
