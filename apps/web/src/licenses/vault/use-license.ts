import type { LicenseRow, Successors } from '@tessera/contract/licenses';
import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { get } from '../../kernel/send.ts';
import { isUnknown, useQuery } from '../../kernel/reading/queries.ts';
import { store } from '../../kernel/store.ts';
import { moneyChangesAtom } from '../refunds/money-changes.atoms.ts';
import { latestGrantAtom, vault } from './licenses.atoms.ts';

interface Known {
  readonly license: LicenseRow;
  readonly successors?: Successors;
}

const read = async (id: string): Promise<Known> => {
  const path = `/api/licenses/${encodeURIComponent(id)}`;
  const after = Math.max(store.get(latestGrantAtom)?.position ?? -1, store.get(moneyChangesAtom));
  const options = after < 0 ? {} : { after };
  const license = await get<LicenseRow>(path, options);
  if (license.license_type !== 'six_month') return { license };
  return { license, successors: await get<Successors>(`${path}/successors`, options) };
};

/** One license of the signed-in brand and its possible successors, read again after every grant, refund or dispute. */
export const useLicense = (id: string) => {
  const listed = useAtomValue(vault.listAtom).items.find((license) => license.id === id);
  // The id, not the position: that moves with every event of the view, but a license changes only with a grant.
  const latestId = useAtomValue(latestGrantAtom)?.id;
  const latestMoneyChange = useAtomValue(moneyChangesAtom);
  const { data, error, refetch } = useQuery(['license', id], () => read(id));
  useEffect(() => {
    if (latestId || latestMoneyChange >= 0) void refetch();
  }, [refetch, latestId, latestMoneyChange]);
  const problem = error === null ? undefined : isUnknown(error) ? ('missing' as const) : ('failed' as const);
  return { license: data?.license ?? listed, successors: data?.successors, problem, retry: () => void refetch() };
};
