import { saveFile } from './save-file.ts';
import { getBlob } from './send.ts';
import { toast } from './toast.tsx';

/** Makes the browser save the file at an address that needs no token, under the name that the server gives it. */
export const downloadPublic = (address: string) => {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
};

/** Shows a toast if `save` fails. */
export const withFailureToast = async (save: () => Promise<void>): Promise<void> => {
  try {
    await save();
  } catch (error) {
    toast.error('Download failed', error instanceof Error ? error.message : 'Please try again.');
  }
};

/**
 * Saves a file that needs the bearer token, which a plain link can't carry; shows a toast if that fails.
 * @param read reads the file as someone other than the signed-in user, such as the admin
 */
export const download = (path: string, filename: string, read = (from: string) => getBlob(from)): Promise<void> =>
  withFailureToast(async () => saveFile(await read(path), filename));
