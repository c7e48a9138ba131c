import { lazy, useEffect, useState } from 'react';
import type { ComponentType } from 'react';
import { loadWithRetry } from './load-with-retry.ts';

/** By then a page has shown its first view, with which this would compete on a slow connection. */
const preloadAfterMs = 4_000;

/** Browsers that can't tell when they are idle load the code when it is needed. */
const whenIdle = (work: () => void) => {
  if ('requestIdleCallback' in window) setTimeout(() => requestIdleCallback(work), preloadAfterMs);
};

/**
 * A component whose code is loaded while the page is idle, or when it is first rendered; until then it renders nothing.
 * React's own `lazy` would show it 300 ms later, because every fallback stays at least that long, and a failed load
 * would take down the page.
 */
export const lazyComponent = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> => {
  let Loaded: ComponentType<Props> | undefined;
  let loading: Promise<void> | undefined;
  const startLoading = () =>
    (loading ??= loadWithRetry(load).then((component) => {
      Loaded = component;
    }));
  whenIdle(() => void startLoading());
  const LazyComponent = (props: Props) => {
    const [isLoaded, setIsLoaded] = useState(Loaded !== undefined);
    useEffect(() => {
      if (!isLoaded) void startLoading().then(() => setIsLoaded(true));
    }, [isLoaded]);
    return Loaded ? <Loaded {...props} /> : null;
  };
  return LazyComponent;
};

/**
 * A part of a page that is loaded when it is first shown, under the next `Suspense`. One that can't be loaded yet keeps
 * the page waiting there, instead of taking it down.
 */
export const lazyPart: typeof lazy = (load) => lazy(() => loadWithRetry(load));
