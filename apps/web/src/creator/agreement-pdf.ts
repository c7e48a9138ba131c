import { getBlob } from '../kernel/send.ts';

/** Fetches the agreement's PDF and hands it to the browser to save. */
export const saveAgreementPdf = async (licenseId: string): Promise<void> => {
  const address = URL.createObjectURL(await getBlob(`/api/licenses/${licenseId}/agreement.pdf`));
  const link = document.createElement('a');
  link.href = address;
  link.download = `agreement-${licenseId}.pdf`;
  link.click();
  URL.revokeObjectURL(address);
};
