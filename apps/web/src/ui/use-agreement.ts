import type { AgreementRow } from '@tessera/domain/licensing/row';
import { useEffect, useState } from 'react';
import { ApiError, get } from '../kernel/send.ts';

const notFoundStatus = 404;

interface Known {
  readonly licenseId: string;
  readonly agreement?: AgreementRow;
  readonly problem?: 'missing' | 'failed';
}

/** A licence's agreement as it was recorded; `again` asks once more. */
export const useAgreement = (licenseId: string) => {
  const [known, setKnown] = useState<Known>({ licenseId });
  const [attempts, setAttempts] = useState(0);
  useEffect(() => {
    let current = true;
    const tell = (answer: Omit<Known, 'licenseId'>) => current && setKnown({ licenseId, ...answer });
    get<AgreementRow>(`/api/licenses/${encodeURIComponent(licenseId)}/agreement`).then(
      (agreement) => tell({ agreement }),
      (error: unknown) =>
        tell({ problem: error instanceof ApiError && error.status === notFoundStatus ? 'missing' : 'failed' }),
    );
    return () => {
      current = false;
    };
  }, [licenseId, attempts]);
  const again = () => {
    setKnown({ licenseId });
    setAttempts((count) => count + 1);
  };
  const { agreement, problem } = known.licenseId === licenseId ? known : {};
  return { agreement, problem, again };
};
