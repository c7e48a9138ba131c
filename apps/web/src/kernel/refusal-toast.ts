import { ApiError } from './send.ts';
import { toast } from './toast.tsx';

/** Does some work, and shows a refusal in a toast: for actions that have no other place to show it. */
export const withRefusalToast = async (work: () => Promise<unknown>): Promise<void> => {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    toast.error(error.title, error.message);
  }
};
