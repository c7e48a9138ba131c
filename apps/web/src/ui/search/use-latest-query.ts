import { useEffect, useRef } from 'react';

/**
 * A ref to the most recently requested query. The router renders a new address in a transition, which may take a while;
 * until then, a further change must build on the requested query, not on the rendered one.
 *
 * @param rendered the query of the rendered address; the same object for as long as the address stays the same
 */
export const useLatestQuery = <Query extends object>(rendered: Query) => {
  const latest = useRef(rendered);
  useEffect(() => {
    latest.current = rendered;
  }, [rendered]);
  return latest;
};
