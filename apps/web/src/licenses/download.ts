import type { CreditNoteRow } from '@tessera/contract/billing';
import { saveFile } from '../kernel/save-file.ts';
import { getBlob, resolvedAddress } from '../kernel/send.ts';
import { toast } from '../kernel/toast.tsx';

const orSay = async (save: () => Promise<void>): Promise<void> => {
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

/** The agreement's PDF. */
export const downloadAgreement = (licenseId: string) =>
  download(`/api/licenses/${licenseId}/agreement.pdf`, `agreement-${licenseId}.pdf`);

/** The invoice of a paid order; `position` is of the log, for who paid it just now. */
export const downloadInvoice = (orderId: string, number = orderId, position?: number) =>
  download(
    `/api/orders/${orderId}/invoice.pdf${position === undefined ? '' : `?after=${position}`}`,
    `invoice-${number}.pdf`,
  );

export const downloadCreditNote = (
  licenseId: string,
  { refund_number, number }: Pick<CreditNoteRow, 'refund_number' | 'number'>,
) => download(`/api/licenses/${licenseId}/credit-notes/${refund_number}.pdf`, `credit-note-${number}.pdf`);

/** Where the licensed original is, for some minutes. @throws ApiError */
export const originalAddress = (licenseId: string): Promise<string> =>
  resolvedAddress(`/api/licenses/${licenseId}/download`);

/** The licensed original. It may be larger than a page can hold: the browser itself takes it, from its signed address. */
export const downloadOriginal = (licenseId: string): Promise<void> =>
  orSay(async () => {
    const link = document.createElement('a');
    link.href = await originalAddress(licenseId);
    link.download = '';
    link.click();
  });
