import { Box, Drawer, Portal, chakra } from '@chakra-ui/react';
import { useAtomValue, useSetAtom } from 'jotai';
import { Search, X } from 'lucide-react';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { NavLink, useLocation } from 'react-router-dom';
import { portraitAtom, profileAtom } from '../../accounts/public.ts';
import { sessionAtom } from '../../kernel/session.ts';
import { paths } from '../../paths.ts';
import { overlayAtom } from '../../ui/commands/overlay.atoms.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Portrait } from '../../ui/facts/portrait.tsx';
import { ThemeSegments } from '../theme/theme-segments.tsx';
import { BetaBadge } from './beta-badge.tsx';
import { onSameMarketplace, menuLinks } from './links.ts';
import { SessionButton } from './session-button.tsx';

const Entry = chakra(NavLink, {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    minH: '14',
    fontFamily: 'display',
    fontSize: 'xl',
    borderBottomWidth: '1px',
    borderColor: 'hairline',
    // A tile like that of the logo marks the current page.
    '&.active::after': { content: '""', boxSize: '2.5', ms: 'auto', borderRadius: '2px', bg: 'accent' },
  },
});

const Links = ({ onFollow }: { onFollow: () => void }) => {
  const session = useAtomValue(sessionAtom);
  const { pathname } = useLocation();
  return (
    <chakra.nav aria-label="Mobile">
      <Entry to={paths.home} end onClick={onFollow}>
        Home
      </Entry>
      {session?.role &&
        menuLinks[session.role].map(({ to, label, beta }) => (
          <Entry key={to} to={onSameMarketplace(to, pathname)} onClick={onFollow}>
            {label}
            {beta && <BetaBadge />}
          </Entry>
        ))}
      {session === null && (
        <>
          <Entry to={paths.marketplace} onClick={onFollow}>
            Marketplace
          </Entry>
          <Entry to={paths.signIn} onClick={onFollow}>
            Sign In
          </Entry>
        </>
      )}
      {session?.role && (
        <Entry to={paths.account} onClick={onFollow}>
          Account
        </Entry>
      )}
    </chakra.nav>
  );
};

const Person = () => {
  const profile = useAtomValue(profileAtom);
  const portrait = useAtomValue(portraitAtom);
  if (!profile) return null;
  return (
    <Box display="flex" alignItems="center" gap="3" minW={0} flex="1">
      <Portrait name={profile.name} picture={portrait} />
      <Box minW={0} fontSize="sm">
        <Box fontWeight="600" truncate>
          {profile.name}
        </Box>
        <Box color="ink.muted" truncate>
          {profile.email}
        </Box>
      </Box>
    </Box>
  );
};

/** The mobile menu as a drawer, with the button that opens it. It is open from the start. */
export const MobileSheet = ({ trigger }: { trigger: ReactElement }) => {
  const [open, setOpen] = useState(true);
  const signedIn = Boolean(useAtomValue(sessionAtom));
  const openOverlay = useSetAtom(overlayAtom);
  const close = () => setOpen(false);
  const find = () => {
    close();
    openOverlay('commands');
  };
  return (
    <Drawer.Root open={open} onOpenChange={(change) => setOpen(change.open)}>
      <Drawer.Trigger asChild>{trigger}</Drawer.Trigger>
      <Portal>
        <Drawer.Backdrop />
        <Drawer.Positioner>
          <Drawer.Content maxW="min(88vw, 384px)">
            <Drawer.Header alignItems="center" pt="3" pb="2" pe="3">
              <Drawer.Title fontFamily="body" fontSize="sm" color="ink.muted">
                Menu
              </Drawer.Title>
              <Drawer.CloseTrigger asChild position="static">
                <Button variant="ghost" size="icon" aria-label="Close menu">
                  <X size={20} strokeWidth={1.5} aria-hidden />
                </Button>
              </Drawer.CloseTrigger>
            </Drawer.Header>
            <Drawer.Body>
              {signedIn && (
                // From 480 px on, it is in the header.
                <Box
                  display={{ base: 'flex', sm: 'none' }}
                  alignItems="center"
                  justifyContent="space-between"
                  mb="3"
                  fontSize="sm"
                  color="ink.muted"
                >
                  Theme
                  <ThemeSegments />
                </Box>
              )}
              <Button variant="secondary" w="full" justifyContent="flex-start" mb="2" onClick={find}>
                <Search size={18} strokeWidth={1.5} aria-hidden />
                Find anything
              </Button>
              <Links onFollow={close} />
            </Drawer.Body>
            {signedIn && (
              <Drawer.Footer alignItems="center" flexWrap="nowrap">
                <Person />
                <SessionButton onDone={close} />
              </Drawer.Footer>
            )}
          </Drawer.Content>
        </Drawer.Positioner>
      </Portal>
    </Drawer.Root>
  );
};
