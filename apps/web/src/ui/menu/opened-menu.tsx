import { Menu, Portal } from '@chakra-ui/react';
import type { MenuContentProps } from '@chakra-ui/react';
import type { ReactElement } from 'react';

/** Of the entries' icons. */
export const menuIconProps = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const;

interface OpenedMenuProps extends MenuContentProps {
  readonly trigger: ReactElement;
  /** Whenever it is opened again. */
  readonly onOpened?: () => void;
}

/** The menu of a button that loads it, see `OnDemand`: open from the start. Beside it, the look of its content. */
export const OpenedMenu = ({ trigger, onOpened, ...content }: OpenedMenuProps) => (
  <Menu.Root
    defaultOpen
    onOpenChange={({ open }) => open && onOpened?.()}
    positioning={{ placement: 'bottom-end' }}
    lazyMount
    unmountOnExit
  >
    <Menu.Trigger asChild>{trigger}</Menu.Trigger>
    <Portal>
      <Menu.Positioner>
        <Menu.Content {...content} />
      </Menu.Positioner>
    </Portal>
  </Menu.Root>
);
