import { Box, Drawer, Portal, chakra } from '@chakra-ui/react';
import { useAtomValue } from 'jotai';
import { Menu as MenuIcon, X } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { sessionAtom } from '../kernel/session.ts';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { menuLinks } from './links.ts';
import { SessionButton } from './session-button.tsx';

const Entry = chakra(Link, {
  base: {
    display: 'flex',
    alignItems: 'center',
    minH: '14',
    fontFamily: 'display',
    fontSize: 'xl',
    borderBottomWidth: '1px',
    borderColor: 'hairline',
  },
});

/** The whole navigation under 768 px. */
export const MobileMenu = () => {
  const [open, setOpen] = useState(false);
  const session = useAtomValue(sessionAtom);
  const close = () => setOpen(false);
  return (
    <Drawer.Root open={open} onOpenChange={(change) => setOpen(change.open)}>
      <Drawer.Trigger asChild>
        <Button variant="ghost" size="icon" aria-label="Menu" display={{ base: 'inline-flex', md: 'none' }}>
          <MenuIcon size={20} strokeWidth={1.5} aria-hidden />
        </Button>
      </Drawer.Trigger>
      <Portal>
        <Drawer.Backdrop />
        <Drawer.Positioner>
          <Drawer.Content maxW="88vw">
            <Drawer.Header>
              <Drawer.Title>Menu</Drawer.Title>
              <Drawer.CloseTrigger asChild>
                <Button variant="ghost" size="icon" aria-label="Close menu">
                  <X size={20} strokeWidth={1.5} aria-hidden />
                </Button>
              </Drawer.CloseTrigger>
            </Drawer.Header>
            <Drawer.Body>
              <chakra.nav aria-label="Mobile">
                <Entry to={paths.home} onClick={close}>
                  Home
                </Entry>
                {session?.role ? (
                  menuLinks[session.role].map(({ to, label }) => (
                    <Entry key={to} to={to} onClick={close}>
                      {label}
                    </Entry>
                  ))
                ) : (
                  <Entry to={paths.marketplace} onClick={close}>
                    Marketplace
                  </Entry>
                )}
                {session === null && (
                  <Entry to={paths.auth} state={{ authType: 'login' }} onClick={close}>
                    Sign In
                  </Entry>
                )}
              </chakra.nav>
              {session && (
                <Box mt="6">
                  <SessionButton onDone={close} />
                </Box>
              )}
            </Drawer.Body>
          </Drawer.Content>
        </Drawer.Positioner>
      </Portal>
    </Drawer.Root>
  );
};
