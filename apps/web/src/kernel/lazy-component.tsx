import { useEffect, useState } from 'react';
import type { ComponentType } from 'react';
import { loadWithRetry } from './load-with-retry.ts';

/**
 * A component whose code is loaded when it is first rendered; until then it renders nothing. React's own `lazy` would
 * show it 300 ms later, because every fallback stays at least that long, and a failed load would take down the page.
 */
export const lazyComponent = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> => {
  let Loaded: ComponentType<Props> | undefined;
  const LazyComponent = (props: Props) => {
    const [isLoaded, setIsLoaded] = useState(Loaded !== undefined);
    useEffect(() => {
      if (isLoaded) return;
      void loadWithRetry(load).then((component) => {
        Loaded = component;
        setIsLoaded(true);
      });
    }, [isLoaded]);
    return Loaded ? <Loaded {...props} /> : null;
  };
  return LazyComponent;
};
