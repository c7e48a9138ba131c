import { Box, chakra } from '@chakra-ui/react';
import { useAtomValue } from 'jotai';
import { Link, NavLink, useLocation } from 'react-router-dom';
import { sessionAtom } from '../../kernel/session.ts';
import { Bell } from '../../notifications/public.ts';
import { paths } from '../../paths.ts';
import { WordMark } from '../../ui/layout/word-mark.tsx';
import { FindButton } from '../commands/find-button.tsx';
import { AccountButton } from './account-button.tsx';
import { CartButton } from './cart-button.tsx';
import { headerLinks, onSameMarketplace } from './links.ts';
import { MobileMenu } from './mobile-menu.tsx';
import { SessionButton } from './session-button.tsx';
import { ThemeMenu } from '../theme/theme-menu.tsx';

const TextLink = chakra(NavLink, {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    h: '16',
    mb: '-1px',
    borderBottomWidth: '2px',
    borderColor: 'transparent',
    fontSize: 'sm',
    fontWeight: '500',
    color: 'ink.muted',
    whiteSpace: 'nowrap',
    transition: 'color 120ms ease-out, border-color 120ms ease-out',
    _hover: { color: 'ink' },
    _focusVisible: { outlineOffset: '-4px' },
    '&.active': { color: 'ink', borderColor: 'accent' },
  },
});

const hasSidebar = /^\/(brand|creator|account|notifications|marketplace|boards|saved)(\/|$)/;

export const Header = () => {
  const { pathname } = useLocation();
  const session = useAtomValue(sessionAtom);
  // Above a sidebar, the header is as wide as the window; elsewhere, as the page's column.
  const wide = Boolean(session?.role) && hasSidebar.test(pathname);
  return (
    <chakra.header position="sticky" top={0} zIndex="header" bg="paper" borderBottomWidth="1px" borderColor="hairline">
      <Box
        mx="auto"
        maxW={wide ? 'none' : 'page'}
        h="16"
        px={{ base: '4', md: wide ? '7' : '8' }}
        display="flex"
        alignItems="center"
        gap={{ base: '1', lg: '2' }}
      >
        <chakra.span asChild display="inline-flex" alignItems="center" minH="11">
          <Link to={paths.home} aria-label="Tessera, home">
            <WordMark />
          </Link>
        </chakra.span>
        <chakra.nav
          aria-label="Main"
          display={{ base: 'none', md: 'flex' }}
          gap={{ base: '4', lg: '6' }}
          ms={{ base: '4', lg: '8' }}
        >
          {headerLinks[session?.role ?? 'visitor'].map(({ to, label }) => (
            <TextLink key={to} to={onSameMarketplace(to, pathname)}>
              {label}
            </TextLink>
          ))}
        </chakra.nav>
        <Box flex="1" />
        <FindButton />
        {session?.role === 'brand' && <CartButton />}
        <Bell />
        {/* Next to an account's buttons it has no room on a phone, where the menu begins with it. */}
        <ThemeMenu display={session === null ? 'inline-flex' : { base: 'none', sm: 'inline-flex' }} />
        {session && <AccountButton key={session.userId} />}
        <Box display={{ base: 'none', md: 'block' }} ms="2">
          <SessionButton />
        </Box>
        <MobileMenu />
      </Box>
    </chakra.header>
  );
};
