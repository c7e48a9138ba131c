import { orSay } from '../../kernel/download.ts';
import { saveFile } from '../../kernel/save-file.ts';
import { getBlob } from '../../kernel/send.ts';
import { toast } from '../../kernel/toast.tsx';

const fileName = 'tessera-data.json';

/** Saves everything the product knows of whoever is signed in as one file. */
export const downloadOwnData = (): Promise<void> =>
  orSay(async () => {
    saveFile(await getBlob('/api/account/export'), fileName);
    toast.success('Your data is ready', `It was saved as ${fileName}.`);
  });
