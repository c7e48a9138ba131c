import { useEffect, useRef } from 'react';

/**
 * What was last asked of the address. The router draws a new address when there is time for it: until then, a further
 * change adds to what was asked, not to what is drawn.
 *
 * @param drawn what the address that is drawn asks for, the same object for as long as that address stays
 */
export const useLatestQuery = <Query extends object>(drawn: Query) => {
  const asked = useRef(drawn);
  useEffect(() => {
    asked.current = drawn;
  }, [drawn]);
  return asked;
};
