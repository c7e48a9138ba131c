import { Menu, Portal } from '@chakra-ui/react';
import type { MenuContentProps } from '@chakra-ui/react';
import type { ReactElement } from 'react';

/** The props of the icons in menu items. */
export const menuIconProps = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const;

interface OpenedMenuProps extends MenuContentProps {
  readonly trigger: ReactElement;
  /** Called whenever it is opened again; not at first, because it is open from the start. */
  readonly onOpened?: () => void;
}

/** A menu that its button loads on demand (see `OnDemand`), so it is open from the start. Other props style its content. */
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
