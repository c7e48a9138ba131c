import { Box, chakra } from '@chakra-ui/react';
import { Suspense } from 'react';
import { Outlet, ScrollRestoration } from 'react-router-dom';
import type { Role } from '../kernel/session.ts';
import { Toasts } from '../kernel/toast.tsx';
import { LoadingScreen } from '../ui/loading-screen.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { Sidebar } from './sidebar.tsx';

const SkipLink = chakra('a', {
  base: { position: 'absolute', left: '4', top: '-20', bg: 'surface', p: '3', zIndex: 'toast', _focus: { top: '4' } },
});

/** Header, page, toasts: what every address shares. */
export const Shell = () => (
  <Box display="flex" flexDirection="column" minH="100dvh">
    {/* First, so that it listens before a page below has something to say. */}
    <Toasts />
    <SkipLink href="#content">Skip to content</SkipLink>
    <Header />
    <chakra.main id="content" flex="1" display="flex" flexDirection="column" minW={0}>
      <Suspense fallback={<LoadingScreen />}>
        <Outlet />
      </Suspense>
    </chakra.main>
    <ScrollRestoration />
  </Box>
);

/** Pages that everybody may read, with the footer below. */
export const PublicLayout = () => (
  <>
    <Outlet />
    <Footer />
  </>
);

export const PortalLayout = ({ role }: { role: Role }) => (
  <Box display="flex" alignItems="flex-start">
    <Sidebar role={role} />
    <Box flex="1" minW={0}>
      <Outlet />
    </Box>
  </Box>
);
