import type { Location } from 'react-router-dom';

const sessionEnded =
  'Your session has ended: it expired, or you signed out or changed your password somewhere else. Sign in to pick up where you left off.';

/** The router state for /auth, so that it can lead back to this page. `ended` means the session ended involuntarily. */
export const signInState = ({ pathname, search, hash }: Location, ended: boolean) => ({
  from: `${pathname}${search}${hash}`,
  authType: 'login',
  ...(ended && { error: sessionEnded }),
});
