import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router-dom';
import { sessionAtom } from '../kernel/session.ts';
import { paths } from '../paths.ts';
import { LoadingScreen } from '../ui/loading-screen.tsx';

/** Leads home who was signed in and no longer is, here or in another tab. No page reacts to it by itself meanwhile. */
export const SignedOutHome = () => {
  const session = useAtomValue(sessionAtom);
  const isHome = useLocation().pathname === paths.home;
  const navigate = useNavigate();
  const [signedIn, setSignedIn] = useState(false);
  const leaving = signedIn && session === null;
  if (session && !signedIn) setSignedIn(true);
  if (leaving && isHome) setSignedIn(false);
  useEffect(() => {
    if (leaving) void navigate(paths.home, { replace: true });
  }, [leaving, navigate]);
  return leaving ? <LoadingScreen /> : <Outlet />;
};
