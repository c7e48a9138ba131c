import { useEffect, useState } from 'react';
import type { LicenseProof } from '@tessera/domain/licensing/proof';
import { ApiError, get } from '../kernel/send.ts';

export type Proof =
  | { readonly status: 'loading' | 'unknown' }
  | { readonly status: 'failed'; readonly message: string }
  | { readonly status: 'known'; readonly license: LicenseProof };

const notFoundStatus = 404;

const read = async (licenseId: string): Promise<Proof> => {
  try {
    const license = await get<LicenseProof>(`/api/verify/${encodeURIComponent(licenseId)}`);
    return { status: 'known', license };
  } catch (error) {
    if (error instanceof ApiError && error.status === notFoundStatus) return { status: 'unknown' };
    return { status: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
};

/** What the server says of a licence now; `again` asks once more. */
export const useProof = (licenseId: string) => {
  const [proof, setProof] = useState<Proof>({ status: 'loading' });
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    let current = true;
    setProof({ status: 'loading' });
    void read(licenseId).then((answer) => {
      if (current) setProof(answer);
    });
    return () => {
      current = false;
    };
  }, [licenseId, asked]);
  return { proof, again: () => setAsked(asked + 1) };
};
