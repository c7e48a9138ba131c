import { Menu } from '@chakra-ui/react';
import { Pencil, Trash2 } from 'lucide-react';
import type { ReactElement } from 'react';
import { OpenedMenu, menuIconProps } from '../ui/menu/opened-menu.tsx';

interface BoardMenuProps {
  readonly trigger: ReactElement;
  readonly onRename: () => void;
  readonly onDelete: () => void;
}

/** The menu of a whole board; it is open when first rendered. */
export const BoardMenu = ({ trigger, onRename, onDelete }: BoardMenuProps) => (
  <OpenedMenu trigger={trigger}>
    <Menu.Item value="rename" onSelect={onRename}>
      <Pencil {...menuIconProps} /> Rename
    </Menu.Item>
    <Menu.Separator />
    <Menu.Item value="delete" color="trouble" onSelect={onDelete}>
      <Trash2 {...menuIconProps} /> Delete
    </Menu.Item>
  </OpenedMenu>
);
