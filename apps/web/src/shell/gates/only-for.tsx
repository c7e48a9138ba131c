import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { sessionAtom, sessionEndedAtom } from '../../kernel/session.ts';
import type { Role } from '../../kernel/session.ts';
import { toast } from '../../kernel/toast.tsx';
import { dashboardOf, paths } from '../../paths.ts';
import { LoadingScreen } from '../../ui/layout/loading-screen.tsx';
import { PortalLayout, PublicLayout } from '../layouts.tsx';
import { signInState } from './sign-in-state.ts';

const told = new Set<string>();

const WrongAccount = ({ role, expected }: { role: Role; expected: Role }) => {
  useEffect(() => {
    const pair = `${role}/${expected}`;
    if (told.has(pair)) return;
    told.add(pair);
    toast.error('Wrong account type', `You're logged in as a ${role}, but trying to access ${expected} pages.`);
  }, [role, expected]);
  return <Navigate to={dashboardOf(role)} replace />;
};

/** A page for everybody: to who is signed in it is one of the own portal, whose sidebar stays beside it. */
export const ForEverybody = () => {
  const session = useAtomValue(sessionAtom);
  if (session === undefined) return <LoadingScreen />;
  return session?.role ? <PortalLayout role={session.role} /> : <PublicLayout />;
};

/** A portal's pages, shown to its own role, or to both. It only hides: the server checks every call by itself. */
export const OnlyFor = ({ role, orVisitors = false }: { role?: Role; orVisitors?: boolean }) => {
  const session = useAtomValue(sessionAtom);
  const ended = useAtomValue(sessionEndedAtom);
  const location = useLocation();
  if (session === undefined) return <LoadingScreen />;
  if (session === null && orVisitors) return <PublicLayout />;
  if (session === null) {
    return <Navigate to={paths.auth} state={signInState(location, ended)} replace />;
  }
  if (session.role === null) return <Navigate to={paths.auth} replace />;
  if (role && session.role !== role) return <WrongAccount role={session.role} expected={role} />;
  return <PortalLayout role={session.role} />;
};
