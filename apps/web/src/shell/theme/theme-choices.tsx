import { Menu, Portal } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { ThemeGroup } from './theme-group.tsx';

export const ThemeChoices = ({ trigger }: { trigger: ReactElement }) => (
  <Menu.Root defaultOpen positioning={{ placement: 'bottom-end' }}>
    <Menu.Trigger asChild>{trigger}</Menu.Trigger>
    <Portal>
      <Menu.Positioner>
        <Menu.Content>
          <ThemeGroup />
        </Menu.Content>
      </Menu.Positioner>
    </Portal>
  </Menu.Root>
);
