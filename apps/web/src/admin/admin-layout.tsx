import { Box, Flex, VisuallyHidden, chakra } from '@chakra-ui/react';
import { useAtomValue } from 'jotai';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { NavLink, Navigate, useLocation } from 'react-router-dom';
import { paths } from '../paths.ts';
import { ThemeMenu } from '../shell/public.ts';
import { GlobalShortcuts } from '../ui/commands/global-shortcuts.tsx';
import { Button } from '../ui/controls/button.tsx';
import { LiveDot } from '../ui/layout/live-dot.tsx';
import { Main, Page, PageHeading } from '../ui/layout/page.tsx';
import { AdminLogo } from './admin-logo.tsx';
import { adminSessionAtom, adminSignOut } from './admin-session.atoms.ts';
import { adminPages } from './admin-pages.ts';
import { useTasks } from './tasks/tasks.atoms.ts';
import { lazyPart } from '../kernel/lazy-component.tsx';

const Commands = lazyPart(async () => ({ default: (await import('./commands/admin-commands.tsx')).AdminCommands }));

interface NavItemProps {
  readonly to: string;
  readonly label: string;
  /** How many tasks wait on the page. */
  readonly waiting: number;
}

const badgeMax = 99;

const NavItem = ({ to, label, waiting }: NavItemProps) => (
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
      {waiting > 0 && (
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
          {waiting > badgeMax ? `${badgeMax}+` : waiting}
          <VisuallyHidden> waiting</VisuallyHidden>
        </chakra.span>
      )}
    </NavLink>
  </chakra.span>
);

/** One line of links below the logo, or beside it; if there is no room for all, it scrolls, and its end fades out. */
const Nav = () => {
  const { data: tasks } = useTasks();
  const { pathname } = useLocation();
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    nav.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [pathname]);
  return (
    <chakra.nav
      ref={nav}
      aria-label="Admin"
      // So that it also clips what is only for screen readers.
      position="relative"
      display="flex"
      columnGap="5"
      flex={{ xl: '1' }}
      minW={0}
      order={{ base: 3, xl: 0 }}
      mx={{ base: '-4', md: '-8', xl: 0 }}
      px={{ base: '4', md: '8', xl: 0 }}
      w={{ base: 'calc(100% + 32px)', md: 'calc(100% + 64px)', xl: 'auto' }}
      overflowX="auto"
      css={{
        scrollbarWidth: 'none',
        whiteSpace: 'nowrap',
        maskImage: 'linear-gradient(to right, black calc(100% - 48px), transparent)',
      }}
    >
      {adminPages.map(({ to, words, queue }) => (
        <NavItem key={to} to={to} label={words} waiting={(queue && tasks?.[queue].count) ?? 0} />
      ))}
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
          wrap={{ base: 'wrap', xl: 'nowrap' }}
        >
          <AdminLogo />
          <Nav />
          <Flex align="center" gap="1" ms="auto" my="1.5">
            <ThemeMenu />
            <Button variant="ghost" size="sm" onClick={() => void adminSignOut()}>
              Logout
            </Button>
          </Flex>
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
