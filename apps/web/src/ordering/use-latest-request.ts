import { useCallback, useRef } from 'react';

/**
 * Returns a function that starts a request. That returns a function which tells whether the request is still the latest:
 * answers to earlier ones must be ignored.
 */
export const useLatestRequest = () => {
  const latest = useRef(0);
  return useCallback(() => {
    latest.current += 1;
    const mine = latest.current;
    return () => mine === latest.current;
  }, []);
};
