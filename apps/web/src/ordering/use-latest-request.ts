import { useCallback, useRef } from 'react';

/**
 * Begins a question; what it returns answers whether none was started since: what comes later to an earlier question is
 * no answer anymore.
 */
export const useLatestRequest = () => {
  const latest = useRef(0);
  return useCallback(() => {
    latest.current += 1;
    const mine = latest.current;
    return () => mine === latest.current;
  }, []);
};
