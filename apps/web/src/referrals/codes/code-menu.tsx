import { Menu, Portal } from '@chakra-ui/react';
import { Copy, Link, Link2, Trash2 } from 'lucide-react';
import type { ReactElement } from 'react';
import { copyCode, copyLink } from './code-actions.ts';
import { fullLink, shortLink } from './links.ts';

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const;

interface CodeMenuProps {
  readonly code: string;
  readonly trigger: ReactElement;
  readonly onDelete: () => void;
}

/** What can be done with a code, open from the start. */
export const CodeMenu = ({ code, trigger, onDelete }: CodeMenuProps) => (
  <Menu.Root defaultOpen positioning={{ placement: 'bottom-end' }} lazyMount unmountOnExit>
    <Menu.Trigger asChild>{trigger}</Menu.Trigger>
    <Portal>
      <Menu.Positioner>
        <Menu.Content>
          <Menu.Item value="code" onSelect={() => void copyCode(code)}>
            <Copy {...icon} /> Copy code
          </Menu.Item>
          <Menu.Item value="full" onSelect={() => void copyLink(fullLink(code))}>
            <Link {...icon} /> Copy full link
          </Menu.Item>
          <Menu.Item value="short" onSelect={() => void copyLink(shortLink(code))}>
            <Link2 {...icon} /> Copy short link
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
