import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useLatestQuery } from '../search/use-latest-query.ts';

/** What the address asks for, and how to change a part of it without another step of Back. */
export const useAddressQuery = <Query extends object>(
  queryOf: (address: URLSearchParams) => Query,
  addressOf: (query: Query) => string,
) => {
  const [address, setAddress] = useSearchParams();
  const query = useMemo(() => queryOf(address), [address, queryOf]);
  const asked = useLatestQuery(query);
  const ask = (change: Partial<Query>) => {
    asked.current = { ...asked.current, ...change };
    const kept = [...address].filter(([name]) => name === 'tab');
    const next = [...kept, ...new URLSearchParams(addressOf(asked.current))];
    setAddress(next, { replace: true, preventScrollReset: true });
  };
  return { query, ask };
};
