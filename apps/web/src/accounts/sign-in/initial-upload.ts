import { initialUploadBecomesPending, savePendingUpload } from '../../uploads/public.ts';
import { toast } from '../../kernel/toast.tsx';

/**
 * Hands an upload that a visitor prepared before signing up over to the new creator account, and publishes it. If that
 * fails, the upload is kept and tried again when the dashboard opens. Without a session it waits for the first sign-in.
 */
export const handOverInitialUpload = async (accountId: string, isSignedIn: boolean): Promise<void> => {
  try {
    await initialUploadBecomesPending(accountId);
    toast.info('Upload Pending', 'Your initial content is being prepared for upload.');
    if (isSignedIn) await savePendingUpload();
  } catch {
    toast.error('Upload Warning', 'There was an issue saving your initial upload. You may need to upload again.');
  }
};
