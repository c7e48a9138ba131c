import { getBlob } from '../../kernel/send.ts';
import { toast } from '../../kernel/toast.tsx';

const fileName = 'tessera-data.json';

/** Saves everything the product knows of whoever is signed in as one file. */
export const downloadOwnData = async (): Promise<void> => {
  try {
    const address = URL.createObjectURL(await getBlob('/api/account/export'));
    const link = document.createElement('a');
    link.href = address;
    link.download = fileName;
    link.click();
    URL.revokeObjectURL(address);
    toast.success('Your data is ready', `It was saved as ${fileName}.`);
  } catch (error) {
    toast.error('Download failed', error instanceof Error ? error.message : 'Please try again.');
  }
};
