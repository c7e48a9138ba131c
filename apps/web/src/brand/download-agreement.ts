import type { LicenseRow } from '@tessera/domain/licensing/row';
import { getBlob } from '../kernel/send.ts';
import { toast } from '../kernel/toast.tsx';

/** Saves the agreement's PDF; it stands behind the bearer token, so a plain link could not reach it. */
export const downloadAgreement = async (license: LicenseRow): Promise<void> => {
  try {
    const address = URL.createObjectURL(await getBlob(`/api/licenses/${license.id}/agreement.pdf`));
    const link = document.createElement('a');
    link.href = address;
    link.download = `agreement-${license.id}.pdf`;
    link.click();
    URL.revokeObjectURL(address);
  } catch (error) {
    toast.error('Download failed', error instanceof Error ? error.message : 'Please try again.');
  }
};
