import { getBlob } from './send.ts';
import { toast } from './toast.tsx';

/** Has the browser save what is at an address; it takes the name that comes with it unless it is told one. */
export const follow = (address: string, filename = '') => {
  const link = document.createElement('a');
  link.href = address;
  link.download = filename;
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

/** Saves what stands behind the bearer token, which a plain link could not carry; says so when that fails. */
export const download = (path: string, filename: string): Promise<void> =>
  orSay(async () => {
    const address = URL.createObjectURL(await getBlob(path));
    follow(address, filename);
    URL.revokeObjectURL(address);
  });
