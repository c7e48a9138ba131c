import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';

/** What the address asks for, and how to change a part of it without another step of Back. */
export const useAddressQuery = <Query extends object>(
  queryOf: (address: URLSearchParams) => Query,
  addressOf: (query: Query) => string,
) => {
  const [address, setAddress] = useSearchParams();
  const query = queryOf(address);
  /** The router draws a new address when there is time for it: until then, a further change adds to what was asked. */
  const asked = useRef(query);
  useEffect(() => {
    asked.current = queryOf(address);
  }, [address, queryOf]);
  const ask = (change: Partial<Query>) => {
    asked.current = { ...asked.current, ...change };
    const kept = [...address].filter(([name]) => name === 'tab');
    const next = [...kept, ...new URLSearchParams(addressOf(asked.current))];
    setAddress(next, { replace: true, preventScrollReset: true });
  };
  return { query, ask };
};
