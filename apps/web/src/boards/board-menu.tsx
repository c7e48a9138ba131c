import { Menu, Portal } from '@chakra-ui/react';
import { Pencil, Trash2 } from 'lucide-react';
import type { ReactElement } from 'react';

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const;

interface BoardMenuProps {
  readonly trigger: ReactElement;
  readonly onRename: () => void;
  readonly onDelete: () => void;
}

/** What can be done with a board as a whole, open from the start. */
export const BoardMenu = ({ trigger, onRename, onDelete }: BoardMenuProps) => (
  <Menu.Root defaultOpen positioning={{ placement: 'bottom-end' }} lazyMount unmountOnExit>
    <Menu.Trigger asChild>{trigger}</Menu.Trigger>
    <Portal>
      <Menu.Positioner>
        <Menu.Content>
          <Menu.Item value="rename" onSelect={onRename}>
            <Pencil {...icon} /> Rename
          </Menu.Item>
          <Menu.Separator />
          <Menu.Item value="delete" color="trouble" onSelect={onDelete}>
            <Trash2 {...icon} /> Delete
          </Menu.Item>
        </Menu.Content>
      </Menu.Positioner>
    </Portal>
  </Menu.Root>
);
