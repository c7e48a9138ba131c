import { useSyncExternalStore } from 'react';

/** The breakpoint `lg`: wide enough for two columns next to a sidebar. */
const desktopQuery = '(min-width: 64em)';

const subscribe = (onChange: () => void) => {
  const query = window.matchMedia(desktopQuery);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
};

export const useIsDesktop = (): boolean =>
  useSyncExternalStore(subscribe, () => window.matchMedia(desktopQuery).matches);
