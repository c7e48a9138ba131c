import { Menu } from '@chakra-ui/react';
import { Copy, Link, Link2, Trash2 } from 'lucide-react';
import type { ReactElement } from 'react';
import { OpenedMenu, menuIconProps } from '../../ui/menu/opened-menu.tsx';
import { copyCode, copyLink } from './code-actions.ts';
import { fullLink, shortLink } from './links.ts';

interface CodeMenuProps {
  readonly code: string;
  readonly trigger: ReactElement;
  readonly onDelete: () => void;
}

/** The actions for a code, as a menu that opens immediately. */
export const CodeMenu = ({ code, trigger, onDelete }: CodeMenuProps) => (
  <OpenedMenu trigger={trigger}>
    <Menu.Item value="code" onSelect={() => void copyCode(code)}>
      <Copy {...menuIconProps} /> Copy code
    </Menu.Item>
    <Menu.Item value="full" onSelect={() => void copyLink(fullLink(code))}>
      <Link {...menuIconProps} /> Copy full link
    </Menu.Item>
    <Menu.Item value="short" onSelect={() => void copyLink(shortLink(code))}>
      <Link2 {...menuIconProps} /> Copy short link
    </Menu.Item>
    <Menu.Separator />
    <Menu.Item value="delete" color="trouble" onSelect={onDelete}>
      <Trash2 {...menuIconProps} /> Delete
    </Menu.Item>
  </OpenedMenu>
);
