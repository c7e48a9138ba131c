import { useEffect, useState } from 'react';
import type { ComponentType } from 'react';
import { loadWithRetry } from './load-with-retry.ts';

/**
 * A component that is loaded when it is first shown, and nothing until it is there. With React's own `lazy` it would
 * appear 300 ms later, as every fallback stays that long, and a load that fails would take the page away.
 */
export const lazyComponent = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> => {
  let Loaded: ComponentType<Props> | undefined;
  const Apart = (props: Props) => {
    const [isThere, setIsThere] = useState(Loaded !== undefined);
    useEffect(() => {
      if (isThere) return;
      void loadWithRetry(load).then((component) => {
        Loaded = component;
        setIsThere(true);
      });
    }, [isThere]);
    return Loaded ? <Loaded {...props} /> : null;
  };
  return Apart;
};
