import { Box, chakra } from '@chakra-ui/react';
import { useAtomValue } from 'jotai';
import { ShoppingBag } from 'lucide-react';
import { Link, NavLink, useLocation } from 'react-router-dom';
import { cartCountAtom } from '../kernel/cart.atoms.ts';
import { sessionAtom } from '../kernel/session.ts';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { TileMark } from '../ui/tile-mark.tsx';
import { headerLinks } from './links.ts';
import { MobileMenu } from './mobile-menu.tsx';
import { SessionButton } from './session-button.tsx';
import { ThemeMenu } from './theme-menu.tsx';

const TextLink = chakra(NavLink, {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    minH: '11',
    fontSize: 'sm',
    fontWeight: '500',
    color: 'ink.muted',
    transition: 'color 120ms ease-out',
    _hover: { color: 'ink' },
    '&.active': { color: 'ink' },
  },
});

const WordMark = () => (
  <chakra.span display="inline-flex" alignItems="center" gap="2.5">
    <TileMark size="22px" />
    <chakra.span fontFamily="display" fontSize="xl" lineHeight="1" letterSpacing="-0.02em" fontWeight="500">
      Tessera
    </chakra.span>
  </chakra.span>
);

const CartButton = () => {
  const count = useAtomValue(cartCountAtom);
  return (
    <Button asChild variant="ghost" size="icon" position="relative">
      <Link to={paths.brand.cart} aria-label={count > 0 ? `Cart, ${count} ${count === 1 ? 'item' : 'items'}` : 'Cart'}>
        <ShoppingBag size={18} strokeWidth={1.5} aria-hidden />
        {count > 0 && (
          <Box
            as="span"
            data-testid="cart-count"
            position="absolute"
            top="1"
            insetEnd="0.5"
            minW="4.5"
            h="4.5"
            px="1"
            borderRadius="full"
            bg="accent"
            color="accent.contrast"
            fontSize="2xs"
            lineHeight="18px"
            textAlign="center"
            fontVariantNumeric="tabular-nums"
          >
            {count}
          </Box>
        )}
      </Link>
    </Button>
  );
};

/** Beside a sidebar the header is as wide as the window, elsewhere as the page's column. */
const isPortal = (path: string) => /^\/(brand|creator)(\/|$)/.test(path);

export const Header = () => {
  const { pathname } = useLocation();
  const session = useAtomValue(sessionAtom);
  return (
    <chakra.header position="sticky" top={0} zIndex="header" bg="paper" borderBottomWidth="1px" borderColor="hairline">
      <Box
        mx="auto"
        maxW={isPortal(pathname) ? 'none' : 'page'}
        h="16"
        px={{ base: '4', md: isPortal(pathname) ? '7' : '8' }}
        display="flex"
        alignItems="center"
        gap={{ base: '2', md: '6' }}
      >
        <Link to={paths.home} aria-label="Tessera, home">
          <WordMark />
        </Link>
        <chakra.nav aria-label="Main" display={{ base: 'none', md: 'flex' }} gap="6" ms="4">
          {headerLinks[session?.role ?? 'visitor'].map(({ to, label }) => (
            <TextLink key={to} to={to}>
              {label}
            </TextLink>
          ))}
        </chakra.nav>
        <Box flex="1" />
        {session?.role === 'brand' && <CartButton />}
        <ThemeMenu />
        <Box display={{ base: 'none', md: 'block' }}>
          <SessionButton />
        </Box>
        <MobileMenu />
      </Box>
    </chakra.header>
  );
};
