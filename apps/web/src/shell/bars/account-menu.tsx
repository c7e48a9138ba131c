import { Box, Menu } from '@chakra-ui/react';
import { useAtomValue, useSetAtom } from 'jotai';
import { CircleQuestionMark, Keyboard, LogOut, Settings, SquareUserRound } from 'lucide-react';
import type { ReactElement } from 'react';
import { Link } from 'react-router-dom';
import { profileAtom } from '../../accounts/public.ts';
import { signOutAtom } from '../../kernel/sign-out.atoms.ts';
import { paths } from '../../paths.ts';
import { OpenedMenu, menuIconProps } from '../../ui/menu/opened-menu.tsx';
import { overlayAtom } from '../../ui/commands/overlay.atoms.ts';

const places = [
  { to: paths.accountPart('profile'), label: 'Profile', icon: SquareUserRound },
  { to: paths.accountPart('emails'), label: 'Settings', icon: Settings },
];

const Person = () => {
  const profile = useAtomValue(profileAtom);
  if (!profile) return null;
  return (
    <Box px="3" pt="2" pb="1.5" fontSize="sm" maxW="64">
      <Box fontWeight="600" truncate>
        {profile.name}
      </Box>
      <Box color="ink.muted" truncate>
        {profile.email}
      </Box>
    </Box>
  );
};

/** The account's pages, help and signing out. It is open from the start. */
export const AccountMenu = ({ trigger }: { trigger: ReactElement }) => {
  const signOut = useSetAtom(signOutAtom);
  const open = useSetAtom(overlayAtom);
  return (
    <OpenedMenu trigger={trigger} minW="56">
      <Person />
      <Menu.Separator />
      {places.map(({ to, label, icon: Icon }) => (
        <Menu.Item key={to} value={to} asChild>
          <Link to={to}>
            <Icon {...menuIconProps} />
            {label}
          </Link>
        </Menu.Item>
      ))}
      <Menu.Separator />
      <Menu.Item value="help" asChild>
        <Link to={paths.help}>
          <CircleQuestionMark {...menuIconProps} />
          Help
        </Link>
      </Menu.Item>
      <Menu.Item value="keys" display={{ base: 'none', md: 'flex' }} onClick={() => open('keys')}>
        <Keyboard {...menuIconProps} />
        Keyboard shortcuts
      </Menu.Item>
      <Menu.Separator />
      <Menu.Item value="sign-out" onClick={() => void signOut()}>
        <LogOut {...menuIconProps} />
        Sign out
      </Menu.Item>
    </OpenedMenu>
  );
};
