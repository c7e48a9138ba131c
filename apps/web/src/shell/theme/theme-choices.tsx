import { Menu, Portal } from '@chakra-ui/react';
import { useAtom } from 'jotai';
import { Check } from 'lucide-react';
import type { ReactElement } from 'react';
import { themeModeAtom } from './theme-mode.ts';
import type { ThemeMode } from './theme-mode.ts';
import { themeModes } from './theme-modes.ts';

export const ThemeChoices = ({ trigger }: { trigger: ReactElement }) => {
  const [mode, setMode] = useAtom(themeModeAtom);
  return (
    <Menu.Root defaultOpen positioning={{ placement: 'bottom-end' }}>
      <Menu.Trigger asChild>{trigger}</Menu.Trigger>
      <Portal>
        <Menu.Positioner>
          <Menu.Content>
            <Menu.RadioItemGroup value={mode} onValueChange={({ value }) => setMode(value as ThemeMode)}>
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
          </Menu.Content>
        </Menu.Positioner>
      </Portal>
    </Menu.Root>
  );
};
