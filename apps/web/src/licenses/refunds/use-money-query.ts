import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { liveQueryAtom } from '../../kernel/reading/own-changes.ts';
import { moneyChangesAtom } from './money-changes.atoms.ts';

/** What stands at a path of the signed-in brand, read again whenever a refund or a dispute of it has changed. */
export const useMoneyQuery = <Value>(path: string) => {
  const reading = useMemo(() => liveQueryAtom<Value>(path, moneyChangesAtom), [path]);
  const { data, isError, refetch } = useAtomValue(reading);
  return { value: data, hasFailed: isError, retry: () => void refetch() };
};
