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

interface Redirect {
  readonly to: string;
  readonly state?: object;
}

/** Where a new account goes first, and after what delay. */
export const afterSignUp = {
  brand: { delayMs: brandRedirectMs, redirect: { to: dashboardOf('brand') } },
  creator: { delayMs: creatorRedirectMs, redirect: { to: dashboardOf('creator'), state: { fromUpload: true } } },
} as const;

/** The dashboard turns the prepared upload into content. */
export const withInitialUpload = (role: Role): Redirect => ({
  to: dashboardOf(role),
  state: { fromInitialUpload: true },
});

/** Puts a brand's pending item into the cart and redirects there. An item that the cart can't store stays pending. */
const withPendingItem = (role: Role, fallback: Redirect): Redirect => {
  const item = role === 'brand' ? pendingCartItem() : null;
  if (!item || !putInCart(item)) return fallback;
  forgetPendingCartItem();
  return { to: paths.brand.cart };
};

const redirectFor = ({ role }: Session, state: AuthState): Redirect => {
  if (role === null) {
    toast.error('Account setup needed', 'Please contact support to complete your account setup.');
    return { to: paths.home };
  }
  if (state.initialUpload) return withInitialUpload(role);
  return withPendingItem(role, { to: destinationOf(role, state) });
};

/** Redirects signed-in users away from /auth: immediately, or after the delay that follows a form's success. */
export const useRedirects = (state: AuthState) => {
  const session = useAtomValue(sessionAtom);
  const navigate = useNavigate();
  /** While a form is being sent, because the session appears before the form's own redirect is due. */
  const formAtWork = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!session || formAtWork.current) return;
    formAtWork.current = true;
    const redirect = redirectFor(session, state);
    void navigate(redirect.to, { replace: true, state: redirect.state });
  }, [session, state, navigate]);
  const go = (role: Role, delayMs: number, redirect: Redirect) => {
    timer.current = setTimeout(() => {
      const chosen = withPendingItem(role, redirect);
      void navigate(chosen.to, { replace: true, state: chosen.state });
    }, delayMs);
  };
  const hold = (atWork: boolean) => {
    formAtWork.current = atWork;
  };
  return { session, hold, go };
};
