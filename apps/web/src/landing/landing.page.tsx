import { Box } from '@chakra-ui/react';
import { Suspense, lazy } from 'react';
import { Hero } from './hero.tsx';
import { PageColumn } from './section.tsx';

const BelowTheFold = lazy(() => import('./below-the-fold.tsx'));

/** The first window on its own, so that it is there as soon as it can be; the rest a moment later. */
export const LandingPage = () => (
  <>
    <title>Tessera: license photos and videos from independent creators</title>
    <PageColumn>
      <Hero />
    </PageColumn>
    <Suspense fallback={<Box minH="100dvh" />}>
      <BelowTheFold />
    </Suspense>
  </>
);
