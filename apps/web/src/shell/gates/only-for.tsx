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

/** The pairs of account types that a toast was already shown for. */
const warned = new Set<string>();

const WrongAccount = ({ role, expected }: { role: Role; expected: Role }) => {
  useEffect(() => {
    const pair = `${role}/${expected}`;
    if (warned.has(pair)) return;
    warned.add(pair);
    toast.error('Wrong account type', `You're logged in as a ${role}, but trying to access ${expected} pages.`);
  }, [role, expected]);
  return <Navigate to={dashboardOf(role)} replace />;
};

/** A page for everyone. Signed-in users see it as a page of their own portal, with its sidebar. */
export const ForEverybody = () => {
  const session = useAtomValue(sessionAtom);
  if (session === undefined) return <LoadingScreen />;
  return session?.role ? <PortalLayout role={session.role} /> : <PublicLayout />;
};

/** Pages of one role, or of both. This only hides them: the server authorizes every call itself. */
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
