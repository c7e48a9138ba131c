import { ApiError } from '../kernel/send.ts';
import { toast } from '../kernel/toast.tsx';

const unauthorized = 401;
const forbidden = 403;

export const showSignInRequired = () =>
  toast.error('Authentication required', 'Please sign in again to manage your referrals.');

/** Shows a failure in a toast. A missing permission is only logged, because creators can't do anything about it. */
export const reportFailure = (title: string, error: unknown) => {
  const status = error instanceof ApiError ? error.status : undefined;
  // oxlint-disable-next-line no-console -- a permission error is for developers, not for the user
  if (status === forbidden) console.warn(title, error);
  else if (status === unauthorized) showSignInRequired();
  else toast.error(title, error instanceof Error ? error.message : 'Please try again.');
};
