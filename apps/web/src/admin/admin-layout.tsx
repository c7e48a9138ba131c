import { Box, Flex, VisuallyHidden, chakra } from '@chakra-ui/react';
import { useAtomValue } from 'jotai';
import { lazy } from 'react';
import type { ReactNode } from 'react';
import { NavLink, Navigate } from 'react-router-dom';
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
        <Flex maxW="page" mx="auto" px={{ base: '4', md: '8' }} columnGap="8" align="center" wrap="wrap">
          <AdminLogo />
          <Flex
            as="nav"
            aria-label="Admin"
            columnGap={{ base: '4', sm: '6' }}
            wrap="wrap"
            order={{ base: 3, sm: 0 }}
            w={{ base: 'full', sm: 'auto' }}
          >
            {adminPages.map(({ to, words }) => (
              <NavItem key={to} to={to} label={words} open={to === paths.admin.reports ? openReports : 0} />
            ))}
          </Flex>
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
