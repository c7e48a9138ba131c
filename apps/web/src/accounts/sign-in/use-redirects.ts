import { useAtomValue } from 'jotai';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { forgetPendingCartItem, pendingCartItem, putInCart } from '../../ordering/public.ts';
import { sessionAtom } from '../../kernel/session.ts';
import type { Role, Session } from '../../kernel/session.ts';
import { toast } from '../../kernel/toast.tsx';
import { dashboardOf, paths } from '../../paths.ts';
import { destinationOf } from './destination.ts';
import type { AuthState } from './destination.ts';

export const signInRedirectMs = 500;
const brandRedirectMs = 800;
const creatorRedirectMs = 1_500;

interface Way {
  readonly to: string;
  readonly state?: object;
}

/** Where a new account begins, and after which pause. */
export const afterSignUp = {
  brand: { delayMs: brandRedirectMs, way: { to: dashboardOf('brand') } },
  creator: { delayMs: creatorRedirectMs, way: { to: dashboardOf('creator'), state: { fromUpload: true } } },
} as const;

/** The dashboard makes content of what the way began with. */
export const withInitialUpload = (role: Role): Way => ({ to: dashboardOf(role), state: { fromInitialUpload: true } });

/** A brand's waiting cart item is put into the cart, and the brand goes there. What the cart can't keep goes on waiting. */
const withPendingItem = (role: Role, otherwise: Way): Way => {
  const item = role === 'brand' ? pendingCartItem() : null;
  if (!item || !putInCart(item)) return otherwise;
  forgetPendingCartItem();
  return { to: paths.brand.cart };
};

const wayOfSignedIn = ({ role }: Session, state: AuthState): Way => {
  if (role === null) {
    toast.error('Account setup needed', 'Please contact support to complete your account setup.');
    return { to: paths.home };
  }
  if (state.initialUpload) return withInitialUpload(role);
  return withPendingItem(role, { to: destinationOf(role, state) });
};

/** Leads whoever is signed in away from /auth: at once, or after the pause that a form's success asks for. */
export const useRedirects = (state: AuthState) => {
  const session = useAtomValue(sessionAtom);
  const navigate = useNavigate();
  /** While a form is at work the session appears before the form's own redirect is due. */
  const formAtWork = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!session || formAtWork.current) return;
    formAtWork.current = true;
    const way = wayOfSignedIn(session, state);
    void navigate(way.to, { replace: true, state: way.state });
  }, [session, state, navigate]);
  const go = (role: Role, delayMs: number, way: Way) => {
    timer.current = setTimeout(() => {
      const chosen = withPendingItem(role, way);
      void navigate(chosen.to, { replace: true, state: chosen.state });
    }, delayMs);
  };
  const hold = (atWork: boolean) => {
    formAtWork.current = atWork;
  };
  return { session, hold, go };
};
