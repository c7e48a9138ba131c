import { Box } from '@chakra-ui/react';
import { Suspense } from 'react';
import { Hero } from './hero.tsx';
import { PageColumn } from './section.tsx';
import { lazyPart } from '../kernel/lazy-component.tsx';

const BelowTheFold = lazyPart(() => import('./below-the-fold.tsx'));

/** The first window loads on its own, so that it appears as soon as possible; the rest follows. */
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

export { LandingPage as Component };
