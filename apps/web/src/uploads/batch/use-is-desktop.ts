import { useSyncExternalStore } from 'react';

/** Where there is room for a panel beside the table. */
const desk = '(min-width: 64em)';

const follow = (tell: () => void) => {
  const query = window.matchMedia(desk);
  query.addEventListener('change', tell);
  return () => query.removeEventListener('change', tell);
};

export const useIsDesk = (): boolean => useSyncExternalStore(follow, () => window.matchMedia(desk).matches);
