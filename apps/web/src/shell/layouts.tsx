import { Box, chakra } from '@chakra-ui/react';
import { Suspense } from 'react';
import type { ReactNode } from 'react';
import { Outlet, ScrollRestoration } from 'react-router-dom';
import type { Location } from 'react-router-dom';
import { ConfirmEmailNotice } from '../accounts/public.ts';
import { OthersViewsRemover, SavedItemsMover } from '../boards/public.ts';
import type { Role } from '../kernel/session.ts';
import { Toasts } from '../kernel/toast.tsx';
import { LoadingScreen } from '../ui/layout/loading-screen.tsx';
import { Main } from '../ui/layout/page.tsx';
import { Footer } from './bars/footer.tsx';
import { Header } from './bars/header.tsx';
import { Sidebar } from './bars/sidebar.tsx';
import { lazyComponent, lazyPart } from '../kernel/lazy-component.tsx';

const Commands = lazyPart(async () => ({ default: (await import('./commands/site-commands.tsx')).SiteCommands }));

const GlobalShortcuts = lazyComponent(
  async () => (await import('../ui/commands/global-shortcuts.tsx')).GlobalShortcuts,
);
const SiteNotices = lazyComponent(async () => (await import('./bars/site-notices.tsx')).SiteNotices);

const SkipLink = chakra('a', {
  base: { position: 'absolute', left: '4', top: '-20', bg: 'surface', p: '3', zIndex: 'toast', _focus: { top: '4' } },
});

/** Includes the address, because the router gives every page opened directly by its address the same key. */
const scrollKeyOf = ({ key, pathname, search }: Location) => `${key} ${pathname}${search}`;

/** The parts that all pages share, the admin's included. */
export const Shell = () => (
  <Box display="flex" flexDirection="column" minH="100dvh">
    <SkipLink href="#content">Skip to content</SkipLink>
    <Suspense fallback={<LoadingScreen />}>
      <Outlet />
    </Suspense>
    <SiteNotices />
    <ScrollRestoration getKey={scrollKeyOf} />
    <Toasts />
  </Box>
);

/** The frame of the marketplace's pages; the admin's pages have their own. */
export const SiteLayout = () => (
  <>
    <Header />
    <SavedItemsMover />
    <OthersViewsRemover />
    <Outlet />
    <GlobalShortcuts Menu={Commands} />
  </>
);

const Content = ({ notice }: { notice?: ReactNode }) => (
  <Main>
    {notice}
    <Suspense fallback={<LoadingScreen />}>
      <Outlet />
    </Suspense>
  </Main>
);

/** The layout of public pages, with a footer. */
export const PublicLayout = () => (
  <>
    <Content />
    <Footer />
  </>
);

export const PortalLayout = ({ role }: { role: Role }) => (
  <Box display="flex" alignItems="flex-start" flex="1">
    <Sidebar role={role} />
    <Content notice={<ConfirmEmailNotice />} />
  </Box>
);
