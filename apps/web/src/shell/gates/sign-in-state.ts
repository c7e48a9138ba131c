import type { Location } from 'react-router-dom';

const sessionEnded =
  'Your session has ended: it expired, or you signed out or changed your password somewhere else. Sign in to pick up where you left off.';

/** What /auth is told by a page that it leads back to; `ended`: whoever was signed in there did not leave by choice. */
export const signInState = ({ pathname, search }: Location, ended: boolean) => ({
  from: `${pathname}${search}`,
  authType: 'login',
  ...(ended && { error: sessionEnded }),
});
