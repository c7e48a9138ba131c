import type { Location } from 'react-router-dom';

const sessionEnded =
  'Your session has ended: it expired, or you signed out or changed your password somewhere else. Sign in to pick up where you left off.';

/** The router state for /auth, so that it can lead back to this page. `ended` means the session ended involuntarily. */
export const signInState = ({ pathname, search }: Location, ended: boolean) => ({
  from: `${pathname}${search}`,
  authType: 'login',
  ...(ended && { error: sessionEnded }),
});
