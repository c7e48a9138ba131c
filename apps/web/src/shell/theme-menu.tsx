import { Menu, Portal } from '@chakra-ui/react';
import { useAtom } from 'jotai';
import { Check, Monitor, Moon, Sun } from 'lucide-react';
import { themeModeAtom } from '../kernel/theme-mode.ts';
import type { ThemeMode } from '../kernel/theme-mode.ts';
import { Button } from '../ui/button.tsx';

const choices = [
  { mode: 'light', label: 'Light', icon: Sun },
  { mode: 'dark', label: 'Dark', icon: Moon },
  { mode: 'system', label: 'System', icon: Monitor },
] as const;

export const ThemeMenu = () => {
  const [mode, setMode] = useAtom(themeModeAtom);
  const Current = choices.find((choice) => choice.mode === mode)?.icon ?? Monitor;
  return (
    <Menu.Root positioning={{ placement: 'bottom-end' }}>
      <Menu.Trigger asChild>
        <Button variant="ghost" size="icon" aria-label="Theme">
          <Current size={18} strokeWidth={1.5} aria-hidden />
        </Button>
      </Menu.Trigger>
      <Portal>
        <Menu.Positioner>
          <Menu.Content>
            <Menu.RadioItemGroup value={mode} onValueChange={({ value }) => setMode(value as ThemeMode)}>
              {choices.map(({ mode: value, label, icon: Icon }) => (
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
