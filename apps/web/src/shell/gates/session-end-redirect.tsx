import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router-dom';
import { sessionAtom, sessionEndedAtom } from '../../kernel/session.ts';
import { paths } from '../../paths.ts';
import { LoadingScreen } from '../../ui/layout/loading-screen.tsx';
import { signInState } from './sign-in-state.ts';

/**
 * Redirects when a session ends: to the home page after a sign-out, here or in another tab, and to the sign-in page if
 * the session expired or was ended elsewhere. Meanwhile no page is rendered, so none reacts on its own.
 */
export const SessionEndRedirect = () => {
  const session = useAtomValue(sessionAtom);
  const ended = useAtomValue(sessionEndedAtom);
  const location = useLocation();
  const navigate = useNavigate();
  const [signedIn, setSignedIn] = useState(false);
  const leaving = signedIn && session === null;
  const target = ended ? paths.auth : paths.home;
  if (session && !signedIn) setSignedIn(true);
  if (leaving && location.pathname === target) setSignedIn(false);
  useEffect(() => {
    if (leaving) void navigate(target, { replace: true, ...(ended && { state: signInState(location, ended) }) });
  }, [leaving, target, ended, location, navigate]);
  return leaving ? <LoadingScreen /> : <Outlet />;
};
