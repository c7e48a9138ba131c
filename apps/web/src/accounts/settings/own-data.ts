import { withFailureToast } from '../../kernel/download.ts';
import { saveFile } from '../../kernel/save-file.ts';
import { getBlob } from '../../kernel/send.ts';
import { toast } from '../../kernel/toast.tsx';

const fileName = 'tessera-data.json';

/** Downloads everything the product stores about the signed-in user, as one file. */
export const downloadOwnData = (): Promise<void> =>
  withFailureToast(async () => {
    saveFile(await getBlob('/api/account/export'), fileName);
    toast.success('Your data is ready', `It was saved as ${fileName}.`);
  });
