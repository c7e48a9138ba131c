import type { LicenseRow, Successors } from '@tessera/contract/licenses';
import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { ApiError, get } from '../kernel/send.ts';
import { latestGrantAtom, vault } from './licenses.atoms.ts';

const notFoundStatus = 404;

interface Known {
  readonly id: string;
  readonly license?: LicenseRow;
  readonly successors?: Successors;
  readonly problem?: 'missing' | 'failed';
}

const read = async (id: string, after: number | undefined): Promise<Known> => {
  const path = `/api/licenses/${encodeURIComponent(id)}`;
  const options = after === undefined ? {} : { after };
  try {
    const license = await get<LicenseRow>(path, options);
    if (license.license_type !== 'six_month') return { id, license };
    return { id, license, successors: await get<Successors>(`${path}/successors`, options) };
  } catch (error) {
    return { id, problem: error instanceof ApiError && error.status === notFoundStatus ? 'missing' : 'failed' };
  }
};

/** One license of the signed-in brand and how it can go on, read again whenever a license was granted meanwhile. */
export const useLicense = (id: string) => {
  const listed = useAtomValue(vault.listAtom).items.find((license) => license.id === id);
  const latest = useAtomValue(latestGrantAtom);
  const [known, setKnown] = useState<Known>({ id });
  const [attempts, setAttempts] = useState(0);
  useEffect(() => {
    let current = true;
    void read(id, latest?.position).then((answer) => {
      if (current)
        setKnown((before) => (answer.problem === 'failed' && before.id === id ? { ...before, ...answer } : answer));
    });
    return () => {
      current = false;
    };
    // The position moves with every event of the view; a license changes with a grant alone.
  }, [id, latest?.id, attempts]);
  const { license = listed, successors, problem } = known.id === id ? known : {};
  return { license, successors, problem, again: () => setAttempts((count) => count + 1) };
};
