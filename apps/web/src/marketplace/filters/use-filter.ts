import { useCallback, useMemo } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { useLatestQuery } from '../../ui/search/use-latest-query.ts';
import { changedFilter, filterOf, queryOf } from './filter.ts';
import type { Filter } from './filter.ts';

/** What the address asks for, and how to ask for something else: Back undoes each choice, and each search as a whole. */
export const useFilter = () => {
  const [query, setQuery] = useSearchParams();
  const { state } = useLocation() as { state: { typed?: boolean } | null };
  const wasTyped = state?.typed === true;
  const address = query.toString();
  const filter = useMemo(() => filterOf(new URLSearchParams(address)), [address]);
  const asked = useLatestQuery(filter);
  const change = useCallback(
    (part: Partial<Filter>) => {
      const next = changedFilter(asked.current, part);
      const typed = next.search !== asked.current.search;
      asked.current = next;
      const params = new URLSearchParams(queryOf(next));
      // As it was typed: a space at the end may be the first half of a further word.
      if (params.has('search')) params.set('search', next.search);
      setQuery(params, { replace: typed && wasTyped, state: { typed }, preventScrollReset: true });
    },
    [asked, wasTyped, setQuery],
  );
  return { filter, change };
};
