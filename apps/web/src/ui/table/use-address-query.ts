import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useLatestQuery } from '../search/use-latest-query.ts';

/** The query in the address, and a function that changes parts of it without adding a history entry. */
export const useAddressQuery = <Query extends object>(
  queryOf: (address: URLSearchParams) => Query,
  addressOf: (query: Query) => string,
) => {
  const [address, setAddress] = useSearchParams();
  const query = useMemo(() => queryOf(address), [address, queryOf]);
  const latest = useLatestQuery(query);
  const ask = (change: Partial<Query>) => {
    latest.current = { ...latest.current, ...change };
    const kept = [...address].filter(([name]) => name === 'tab');
    const next = [...kept, ...new URLSearchParams(addressOf(latest.current))];
    setAddress(next, { replace: true, preventScrollReset: true });
  };
  return { query, ask };
};
