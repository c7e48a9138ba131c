import type { CreditNoteRow } from '@tessera/contract/money/billing';
import { download, downloadPublic, withFailureToast } from '../kernel/download.ts';
import { resolvedAddress } from '../kernel/send.ts';

/** The agreement's PDF. */
export const downloadAgreement = (licenseId: string) =>
  download(`/api/licenses/${licenseId}/agreement.pdf`, `agreement-${licenseId}.pdf`);

/**
 * The invoice of a paid order. `position` is the log position of a payment made just now, which the server must have
 * reached.
 */
export const downloadInvoice = (orderId: string, number = orderId, position = -1) =>
  download(
    `/api/orders/${encodeURIComponent(orderId)}/invoice.pdf${position < 0 ? '' : `?after=${position}`}`,
    `invoice-${number}.pdf`,
  );

export const downloadCreditNote = (
  licenseId: string,
  { refund_number, number }: Pick<CreditNoteRow, 'refund_number' | 'number'>,
) => download(`/api/licenses/${licenseId}/credit-notes/${refund_number}.pdf`, `credit-note-${number}.pdf`);

/** The address of the licensed original, valid for some minutes. @throws ApiError */
export const originalAddress = (licenseId: string): Promise<string> =>
  resolvedAddress(`/api/licenses/${licenseId}/download`);

/**
 * The licensed original. It may be too large to load into the page, so the browser downloads it from its signed
 * address.
 */
export const downloadOriginal = (licenseId: string): Promise<void> =>
  withFailureToast(async () => downloadPublic(await originalAddress(licenseId)));

/** All originals of an order, as one archive. */
export const downloadOriginals = (orderId: string): Promise<void> =>
  withFailureToast(async () =>
    downloadPublic(await resolvedAddress(`/api/orders/${encodeURIComponent(orderId)}/originals`)),
  );
