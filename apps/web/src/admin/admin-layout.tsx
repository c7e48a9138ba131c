import { Box, Flex, VisuallyHidden, chakra } from '@chakra-ui/react';
import { useAtomValue } from 'jotai';
import { lazy, useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { NavLink, Navigate, useLocation } from 'react-router-dom';
import { paths } from '../paths.ts';
import { GlobalShortcuts } from '../ui/commands/global-shortcuts.tsx';
import { Button } from '../ui/controls/button.tsx';
import { LiveDot } from '../ui/layout/live-dot.tsx';
import { Main, Page, PageHeading } from '../ui/layout/page.tsx';
import { AdminLogo } from './admin-logo.tsx';
import { adminSessionAtom, adminSignOut } from './admin-session.atoms.ts';
import { openReportsAtom } from './counts.atoms.ts';
import { adminPages } from './admin-pages.ts';

const Commands = lazy(async () => ({ default: (await import('./commands/admin-commands.tsx')).AdminCommands }));

interface NavItemProps {
  readonly to: string;
  readonly label: string;
  /** How many open tasks the page has. */
  readonly open: number;
}

const NavItem = ({ to, label, open }: NavItemProps) => (
  <chakra.span
    asChild
    display="inline-flex"
    alignItems="center"
    minH="11"
    fontSize="sm"
    fontWeight="500"
    color="ink.muted"
    textDecoration="none"
    borderBottomWidth="2px"
    borderColor="transparent"
    _hover={{ color: 'ink' }}
    _focusVisible={{ outlineOffset: '-4px' }}
    css={{ '&[aria-current=page]': { color: 'ink', borderColor: 'accent' } }}
  >
    <NavLink to={to} end={to === paths.admin.home}>
      {label}
      {open > 0 && (
        <chakra.span
          ms="1.5"
          px="1.5"
          borderRadius="full"
          bg="accent"
          color="accent.contrast"
          fontSize="xs"
          lineHeight="18px"
          fontVariantNumeric="tabular-nums"
        >
          {open}
          <VisuallyHidden> open</VisuallyHidden>
        </chakra.span>
      )}
    </NavLink>
  </chakra.span>
);

/** One line of links below the logo, or beside it; a narrow window scrolls it, and its end fades out. */
const Nav = ({ children }: { children: ReactNode }) => {
  const { pathname } = useLocation();
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    nav.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [pathname]);
  return (
    <chakra.nav
      ref={nav}
      aria-label="Admin"
      display="flex"
      columnGap={{ base: '5', xl: '6' }}
      order={{ base: 3, lg: 0 }}
      mx={{ base: '-4', md: '-8', lg: 0 }}
      px={{ base: '4', md: '8', lg: 0 }}
      w={{ base: 'calc(100% + 32px)', md: 'calc(100% + 64px)', lg: 'auto' }}
      overflowX={{ base: 'auto', lg: 'visible' }}
      css={{
        scrollbarWidth: 'none',
        whiteSpace: 'nowrap',
        lgDown: { maskImage: 'linear-gradient(to right, black calc(100% - 48px), transparent)' },
      }}
    >
      {children}
    </chakra.nav>
  );
};

interface AdminLayoutProps {
  readonly title: string;
  /** Shown below the heading, together with the live status. Without it, the page has to render its own heading. */
  readonly intro?: string;
  readonly children: ReactNode;
}

/** The frame of the admin pages. Redirects to the login form if no admin is signed in. */
export const AdminLayout = ({ title, intro, children }: AdminLayoutProps) => {
  const session = useAtomValue(adminSessionAtom);
  const openReports = useAtomValue(openReportsAtom);
  if (!session) return <Navigate to={paths.admin.home} replace />;
  return (
    <>
      <Box as="header" bg="surface" borderBottomWidth="1px">
        <Flex
          maxW="page"
          mx="auto"
          px={{ base: '4', md: '8' }}
          columnGap={{ base: '4', xl: '8' }}
          align="center"
          wrap={{ base: 'wrap', lg: 'nowrap' }}
        >
          <AdminLogo />
          <Nav>
            {adminPages.map(({ to, words }) => (
              <NavItem key={to} to={to} label={words} open={to === paths.admin.reports ? openReports : 0} />
            ))}
          </Nav>
          <Button variant="ghost" size="sm" ms="auto" my="2" onClick={() => void adminSignOut()}>
            Logout
          </Button>
        </Flex>
      </Box>
      <Main>
        <Page title={title}>
          {intro && (
            <PageHeading
              intro={
                <Flex direction="column" gap="2">
                  {intro}
                  <LiveDot />
                </Flex>
              }
            >
              {title}
            </PageHeading>
          )}
          {children}
        </Page>
      </Main>
      <GlobalShortcuts Menu={Commands} />
    </>
  );
};
