import { getBlob } from './send.ts';
import { toast } from './toast.tsx';

/** Saves the agreement's PDF; it stands behind the bearer token, so a plain link could not reach it. */
export const downloadAgreement = async (licenseId: string): Promise<void> => {
  try {
    const address = URL.createObjectURL(await getBlob(`/api/licenses/${licenseId}/agreement.pdf`));
    const link = document.createElement('a');
    link.href = address;
    link.download = `agreement-${licenseId}.pdf`;
    link.click();
    URL.revokeObjectURL(address);
  } catch (error) {
    toast.error('Download failed', error instanceof Error ? error.message : 'Please try again.');
  }
};
