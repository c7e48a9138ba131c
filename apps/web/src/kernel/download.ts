import { saveFile } from './save-file.ts';
import { getBlob } from './send.ts';
import { toast } from './toast.tsx';

/** Has the browser save what is at an address that needs no token, under the name that comes with it. */
export const follow = (address: string) => {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
};

/** Says so when something could not be saved. */
export const orSay = async (save: () => Promise<void>): Promise<void> => {
  try {
    await save();
  } catch (error) {
    toast.error('Download failed', error instanceof Error ? error.message : 'Please try again.');
  }
};

/**
 * Saves what stands behind the bearer token, which a plain link could not carry; says so when that fails.
 * @param read as somebody else than who is signed in
 */
export const download = (path: string, filename: string, read = (from: string) => getBlob(from)): Promise<void> =>
  orSay(async () => saveFile(await read(path), filename));
