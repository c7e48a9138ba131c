import { Box, chakra } from '@chakra-ui/react';
import { Suspense, lazy } from 'react';
import { Outlet, ScrollRestoration } from 'react-router-dom';
import type { Location } from 'react-router-dom';
import { SavedItemsMover } from '../boards/public.ts';
import type { Role } from '../kernel/session.ts';
import { Toasts } from '../kernel/toast.tsx';
import { GlobalShortcuts } from '../ui/commands/global-shortcuts.tsx';
import { LoadingScreen } from '../ui/layout/loading-screen.tsx';
import { Main } from '../ui/layout/page.tsx';
import { Footer } from './bars/footer.tsx';
import { Header } from './bars/header.tsx';
import { Sidebar } from './bars/sidebar.tsx';

const Commands = lazy(async () => ({ default: (await import('./commands/site-commands.tsx')).SiteCommands }));

const SkipLink = chakra('a', {
  base: { position: 'absolute', left: '4', top: '-20', bg: 'surface', p: '3', zIndex: 'toast', _focus: { top: '4' } },
});

/** The router gives every page that is opened by its address the same key. */
const placeKeyOf = ({ key, pathname, search }: Location) => `${key} ${pathname}${search}`;

/** What every address shares. */
export const Shell = () => (
  <Box display="flex" flexDirection="column" minH="100dvh">
    <SkipLink href="#content">Skip to content</SkipLink>
    <Suspense fallback={<LoadingScreen />}>
      <Outlet />
    </Suspense>
    <ScrollRestoration getKey={placeKeyOf} />
    <Toasts />
  </Box>
);

/** The marketplace's own header above its pages; the admin's pages have a frame of their own. */
export const SiteLayout = () => (
  <>
    <Header />
    <SavedItemsMover />
    <Outlet />
    <GlobalShortcuts Menu={Commands} />
  </>
);

const Content = () => (
  <Main>
    <Suspense fallback={<LoadingScreen />}>
      <Outlet />
    </Suspense>
  </Main>
);

/** Pages that everyone may read, with the footer below. */
export const PublicLayout = () => (
  <>
    <Content />
    <Footer />
  </>
);

export const PortalLayout = ({ role }: { role: Role }) => (
  <Box display="flex" alignItems="flex-start" flex="1">
    <Sidebar role={role} />
    <Content />
  </Box>
);
