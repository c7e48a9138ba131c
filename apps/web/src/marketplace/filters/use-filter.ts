import { useCallback, useMemo } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { useLatestQuery } from '../../ui/search/use-latest-query.ts';
import { changedFilter, filterOf, queryOf } from './filter.ts';
import type { Filter } from './filter.ts';

/** The filter in the address, and how to change it. Back undoes one choice at a time, and a typed search as a whole. */
export const useFilter = () => {
  const [query, setQuery] = useSearchParams();
  const { state } = useLocation() as { state: { typed?: boolean } | null };
  const wasTyped = state?.typed === true;
  const address = query.toString();
  const filter = useMemo(() => filterOf(new URLSearchParams(address)), [address]);
  const latest = useLatestQuery(filter);
  const change = useCallback(
    (part: Partial<Filter>) => {
      const next = changedFilter(latest.current, part);
      const typed = next.search !== latest.current.search;
      // Already requested, and its address is still being rendered.
      if (!typed && queryOf(next) === queryOf(latest.current)) return;
      latest.current = next;
      const params = new URLSearchParams(queryOf(next));
      // Untrimmed: a space at the end may come before another word.
      if (params.has('search')) params.set('search', next.search);
      setQuery(params, { replace: typed && wasTyped, state: { typed }, preventScrollReset: true });
    },
    [latest, wasTyped, setQuery],
  );
  return { filter, change };
};
