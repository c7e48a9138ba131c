import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { liveQueryAtom } from '../../kernel/reading/own-changes.ts';
import { moneyChangesAtom } from './money-changes.atoms.ts';

/** Reads an API path for the signed-in brand, and again whenever one of its refunds or disputes changes. */
export const useMoneyQuery = <Value>(path: string) => {
  const reading = useMemo(() => liveQueryAtom<Value>(path, moneyChangesAtom), [path]);
  const { data, isError, refetch } = useAtomValue(reading);
  return { value: data, hasFailed: isError, retry: () => void refetch() };
};
