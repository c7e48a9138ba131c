import { Menu } from '@chakra-ui/react';
import { useAtom } from 'jotai';
import { Check } from 'lucide-react';
import { themeModeAtom } from './theme-mode.ts';
import type { ThemeMode } from './theme-mode.ts';
import { themeModes } from './theme-modes.ts';

/** The theme options, as a group of menu items. */
export const ThemeGroup = () => {
  const [mode, setMode] = useAtom(themeModeAtom);
  return (
    <Menu.RadioItemGroup value={mode} aria-label="Theme" onValueChange={({ value }) => setMode(value as ThemeMode)}>
      {themeModes.map(({ mode: value, label, icon: Icon }) => (
        <Menu.RadioItem key={value} value={value}>
          <Icon size={16} strokeWidth={1.5} aria-hidden />
          {label}
          <Menu.ItemIndicator ms="auto">
            <Check size={16} strokeWidth={1.5} aria-hidden />
          </Menu.ItemIndicator>
        </Menu.RadioItem>
      ))}
    </Menu.RadioItemGroup>
  );
};
