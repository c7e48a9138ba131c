import { Box, chakra } from '@chakra-ui/react';
import { useAtom, useAtomValue } from 'jotai';
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { NavLink, useLocation } from 'react-router-dom';
import { portraitAtom, profileAtom } from '../../accounts/public.ts';
import { storedAtom } from '../../kernel/browser/stored-atom.ts';
import type { Role } from '../../kernel/session.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Portrait } from '../../ui/facts/portrait.tsx';
import { useIsDesktop } from '../../ui/layout/use-is-desktop.ts';
import { BetaBadge } from './beta-badge.tsx';
import { onSameMarketplace, portalLinks } from './links.ts';

/** The user's choice; until there is one, the sidebar is collapsed where there is no room for it. */
const chosenAtom = storedAtom<boolean | null>('sidebar-collapsed', null);
const titles: Readonly<Record<Role, string>> = { creator: 'Creator Portal', brand: 'Brand Portal' };

/** A tooltip with the name of an icon, while it is hovered or focused. */
const tooltip = {
  content: 'attr(data-tip)',
  position: 'absolute',
  insetStart: 'calc(100% + 12px)',
  top: '50%',
  translate: '0 -50%',
  px: '2.5',
  py: '1.5',
  bg: 'ink',
  color: 'paper',
  borderRadius: 'sm',
  fontSize: 'xs',
  lineHeight: '1.3',
  whiteSpace: 'nowrap',
  pointerEvents: 'none',
} as const;

const Entry = chakra(NavLink, {
  base: {
    position: 'relative',
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
    transition: 'background-color 120ms ease-out, color 120ms ease-out',
    _hover: { bg: 'sunken', color: 'ink' },
    '&.active': { bg: 'accent.tint', color: 'accent' },
    '&[data-tip]:hover::after, &[data-tip]:focus-visible::after': tooltip,
  },
});

const Profile = ({ collapsed }: { collapsed: boolean }) => {
  const profile = useAtomValue(profileAtom);
  const portrait = useAtomValue(portraitAtom);
  const name = profile?.name;
  return (
    <Box borderTopWidth="1px" borderColor="hairline" pt="3" minH="14">
      {name && (
        <Entry
          to={paths.account}
          aria-label={`${name}, account`}
          data-tip={collapsed ? name : undefined}
          px={collapsed ? '1' : '2'}
          color="ink"
        >
          <Portrait name={name} picture={portrait} />
          {!collapsed && <Box truncate>{name}</Box>}
        </Entry>
      )}
    </Box>
  );
};

const Toggle = ({ collapsed, onToggle }: { collapsed: boolean; onToggle: () => void }) => {
  const Icon = collapsed ? PanelLeftOpen : PanelLeftClose;
  return (
    <Button
      variant="ghost"
      size="icon"
      flexShrink={0}
      color="ink.muted"
      aria-label={collapsed ? 'Expand sidebar' : 'Collapse sidebar'}
      aria-expanded={!collapsed}
      onClick={onToggle}
    >
      <Icon size={18} strokeWidth={1.5} aria-hidden />
    </Button>
  );
};

/** 240 px wide, or 60 px collapsed; on a phone the menu replaces it. */
export const Sidebar = ({ role }: { role: Role }) => {
  const [chosen, setChosen] = useAtom(chosenAtom);
  const isDesktop = useIsDesktop();
  const collapsed = chosen ?? !isDesktop;
  const { pathname } = useLocation();
  return (
    <chakra.aside
      aria-label={titles[role]}
      display={{ base: 'none', md: 'flex' }}
      flexDirection="column"
      flexShrink={0}
      w={collapsed ? '60px' : '240px'}
      position="sticky"
      top="65px"
      // When it is collapsed, its tooltips overlap the page.
      zIndex={1}
      h="calc(100dvh - 65px)"
      borderEndWidth="1px"
      borderColor="hairline"
      px={collapsed ? '7px' : '3'}
      py="3"
      transition="width 180ms ease-out"
    >
      <Box display="flex" alignItems="center" justifyContent="space-between" h="11" mb="3">
        {!collapsed && (
          <Box px="3" fontFamily="display" fontSize="lg" whiteSpace="nowrap" overflow="hidden">
            {titles[role]}
          </Box>
        )}
        <Toggle collapsed={collapsed} onToggle={() => setChosen(!collapsed)} />
      </Box>
      <chakra.nav aria-label={titles[role]} display="flex" flexDirection="column" gap="1" flex="1">
        {portalLinks[role].map(({ to, label, icon: Icon, beta }) => (
          <Entry
            key={to}
            to={onSameMarketplace(to, pathname)}
            data-tip={collapsed ? label : undefined}
            {...(collapsed && { 'aria-label': label })}
          >
            <Icon size={18} strokeWidth={1.5} aria-hidden style={{ flexShrink: 0 }} />
            {!collapsed && (
              <>
                {label}
                {beta && <BetaBadge />}
              </>
            )}
          </Entry>
        ))}
      </chakra.nav>
      <Profile collapsed={collapsed} />
    </chakra.aside>
  );
};
