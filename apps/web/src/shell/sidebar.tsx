import { Box, chakra } from '@chakra-ui/react';
import { useAtom, useAtomValue } from 'jotai';
import { atomWithStorage } from 'jotai/utils';
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { NavLink } from 'react-router-dom';
import { profileAtom } from '../kernel/profile.atoms.ts';
import type { Role } from '../kernel/session.ts';
import { Button } from '../ui/button.tsx';
import { portalLinks } from './links.ts';

const collapsedAtom = atomWithStorage('sidebar-collapsed', false, undefined, { getOnInit: true });
const titles: Readonly<Record<Role, string>> = { creator: 'Creator Portal', brand: 'Brand Portal' };

const Entry = chakra(NavLink, {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    h: '11',
    px: '3',
    borderRadius: 'control',
    fontSize: 'sm',
    fontWeight: '500',
    color: 'ink.muted',
    whiteSpace: 'nowrap',
    overflow: 'hidden',
    _hover: { bg: 'sunken', color: 'ink' },
    '&.active': { bg: 'accent.tint', color: 'accent' },
  },
});

/** 240 px wide, 60 px collapsed; on a phone the menu takes its place. */
export const Sidebar = ({ role }: { role: Role }) => {
  const [collapsed, setCollapsed] = useAtom(collapsedAtom);
  const profile = useAtomValue(profileAtom);
  const Toggle = collapsed ? PanelLeftOpen : PanelLeftClose;
  return (
    <chakra.aside
      aria-label={titles[role]}
      display={{ base: 'none', md: 'flex' }}
      flexDirection="column"
      flexShrink={0}
      w={collapsed ? '60px' : '240px'}
      position="sticky"
      top="65px"
      h="calc(100dvh - 65px)"
      borderEndWidth="1px"
      borderColor="hairline"
      p={collapsed ? '2' : '4'}
      overflow="hidden"
      transition="width 180ms ease-out"
    >
      {!collapsed && (
        <Box px="3" pt="2" pb="4">
          <Box fontFamily="display" fontSize="lg" whiteSpace="nowrap">
            {titles[role]}
          </Box>
          <Box fontSize="sm" color="ink.muted" minH="5" truncate>
            {profile?.name}
          </Box>
        </Box>
      )}
      <chakra.nav aria-label={titles[role]} display="flex" flexDirection="column" gap="1">
        {portalLinks[role].map(({ to, label, icon: Icon }) => (
          <Entry key={to} to={to} title={collapsed ? label : undefined} aria-label={label}>
            <Icon size={18} strokeWidth={1.5} aria-hidden style={{ flexShrink: 0 }} />
            {!collapsed && label}
          </Entry>
        ))}
      </chakra.nav>
      <Box flex="1" />
      <Button
        variant="ghost"
        size="icon"
        aria-label={collapsed ? 'Expand sidebar' : 'Collapse sidebar'}
        aria-expanded={!collapsed}
        onClick={() => setCollapsed(!collapsed)}
      >
        <Toggle size={18} strokeWidth={1.5} aria-hidden />
      </Button>
    </chakra.aside>
  );
};
