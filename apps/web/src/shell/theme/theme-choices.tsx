import { Menu } from '@chakra-ui/react';
import { useAtom } from 'jotai';
import { Check } from 'lucide-react';
import type { ReactElement } from 'react';
import { OpenedMenu, menuIconProps } from '../../ui/menu/opened-menu.tsx';
import { themeModeAtom } from './theme-mode.ts';
import type { ThemeMode } from './theme-mode.ts';
import { themeModes } from './theme-modes.ts';

export const ThemeChoices = ({ trigger }: { trigger: ReactElement }) => {
  const [mode, setMode] = useAtom(themeModeAtom);
  return (
    <OpenedMenu trigger={trigger}>
      <Menu.RadioItemGroup value={mode} aria-label="Theme" onValueChange={({ value }) => setMode(value as ThemeMode)}>
        {themeModes.map(({ mode: value, label, icon: Icon }) => (
          <Menu.RadioItem key={value} value={value}>
            <Icon {...menuIconProps} />
            {label}
            <Menu.ItemIndicator ms="auto">
              <Check {...menuIconProps} />
            </Menu.ItemIndicator>
          </Menu.RadioItem>
        ))}
      </Menu.RadioItemGroup>
    </OpenedMenu>
  );
};
