import { ApiError } from '../kernel/send.ts';
import { toast } from '../kernel/toast.tsx';

const unauthorized = 401;
const forbidden = 403;

export const authenticationRequired = () =>
  toast.error('Authentication required', 'Please sign in again to manage your referrals.');

/** Says what failed. What a creator may not do is no news to the creator: it is only logged. */
export const tellFailure = (title: string, error: unknown) => {
  const status = error instanceof ApiError ? error.status : undefined;
  // oxlint-disable-next-line no-console -- a permission error is for who develops, not for who looks at the page
  if (status === forbidden) console.warn(title, error);
  else if (status === unauthorized) authenticationRequired();
  else toast.error(title, error instanceof Error ? error.message : 'Please try again.');
};
