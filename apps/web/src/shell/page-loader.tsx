import { Box } from '@chakra-ui/react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { ComponentType } from 'react';
import { nextAttempt, siteState } from '../kernel/browser/release.ts';
import { Button } from '../ui/controls/button.tsx';
import { MessagePage } from './message-page.tsx';

interface PageModule {
  readonly Component: ComponentType;
}

/** Whether this page was itself just loaded again: once more would not help. */
const wasReloaded = () => {
  const [opened] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return opened?.type === 'reload';
};

/** Waits until the site answers; false if that is no longer wanted by then. */
const siteAnswers = async (isWanted: () => boolean) => {
  while (isWanted()) {
    const state = await siteState();
    if (state !== 'unreachable') return isWanted() && state;
    await nextAttempt();
  }
  return false;
};

/** Waits until a page can be loaded, then shows it, in a new release if there is one. */
const newWaitingPage = (load: () => Promise<PageModule>): ComponentType => {
  let Page: ComponentType | undefined;
  return function WaitingPage() {
    const [isLoaded, setLoaded] = useState(Page !== undefined);
    const goOn = useEffectEvent(async (state: 'same' | 'replaced') => {
      if (state === 'replaced') return window.location.reload();
      try {
        Page = (await load()).Component;
        setLoaded(true);
      } catch {
        // Some browsers never ask again for a module that they once failed to load.
        if (!wasReloaded()) window.location.reload();
      }
    });
    useEffect(() => {
      if (isLoaded) return undefined;
      let isShown = true;
      void siteAnswers(() => isShown).then((state) => (state ? goOn(state) : undefined));
      return () => {
        isShown = false;
      };
    }, [isLoaded]);
    if (Page) return <Page />;
    return (
      <MessagePage
        title="Waiting for a connection"
        heading="This page hasn’t loaded yet"
        actions={
          <Button variant="secondary" onClick={() => window.location.reload()}>
            Try Again
          </Button>
        }
      >
        <Box role="status" color="ink.muted" fontSize="lg" mt="4" textWrap="pretty">
          The connection was lost before it arrived. It opens by itself as soon as you’re back online.
        </Box>
      </MessagePage>
    );
  };
};

/**
 * Loads a page for the router, or one in its place that waits for it: the router would keep a failure until the site is
 * opened anew.
 */
export const pageLoader = (load: () => Promise<PageModule>) => {
  const loadOrWait = async (): Promise<PageModule> => {
    try {
      return await load();
    } catch {
      return { Component: newWaitingPage(load) };
    }
  };
  // The build finds there which script a page begins with.
  return Object.assign(loadOrWait, { load });
};
