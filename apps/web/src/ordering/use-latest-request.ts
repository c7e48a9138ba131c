import { useCallback, useRef } from 'react';

/**
 * Begins a question; what it returns answers whether none was started since: what comes later to an earlier question is
 * no answer anymore.
 */
export const useLatest = () => {
  const asked = useRef(0);
  return useCallback(() => {
    asked.current += 1;
    const mine = asked.current;
    return () => mine === asked.current;
  }, []);
};
