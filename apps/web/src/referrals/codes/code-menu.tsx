import { Menu, Portal } from '@chakra-ui/react';
import { Copy, Ellipsis, Link, Link2, Trash2 } from 'lucide-react';
import { Button } from '../../ui/controls/button.tsx';
import { copyCode, copyLink } from './code-actions.ts';
import { fullLink, shortLink } from './links.ts';

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const;

/** What can be done with a code. */
export const CodeMenu = ({ code, onDelete }: { code: string; onDelete: () => void }) => (
  <Menu.Root positioning={{ placement: 'bottom-end' }} lazyMount unmountOnExit>
    <Menu.Trigger asChild>
      <Button variant="ghost" size="icon" minH={{ base: '11', md: '9' }} aria-label={`More for ${code}`}>
        <Ellipsis size={18} strokeWidth={1.5} aria-hidden />
      </Button>
    </Menu.Trigger>
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
