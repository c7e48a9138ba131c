import { Menu, Portal } from '@chakra-ui/react';
import { useAtomValue } from 'jotai';
import { Check, Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ReactElement } from 'react';
import { store } from '../../kernel/store.ts';
import { removeItem, saveItem } from '../board-actions.ts';
import { ownBoardsAtom } from '../boards.atoms.ts';
import type { TileItem } from './browser-items.ts';
import { SaveToNewBoardDialog } from '../name-dialogs.tsx';

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const;

/** A menu of the boards to save an item to; it is open when first rendered. */
export const SaveMenu = ({ item, trigger }: { item: TileItem; trigger: ReactElement }) => {
  const { boards, hasFailed, retry } = useAtomValue(ownBoardsAtom, { store });
  const [isNaming, setIsNaming] = useState(false);
  const willOpenDialog = useRef(false);
  const triggerRef = useRef<HTMLButtonElement>(null);
  /** Runs once the menu is gone: while closing, it would also close a dialog that opened above it. */
  const openDialogIfChosen = () => {
    setIsNaming(willOpenDialog.current);
    willOpenDialog.current = false;
  };
  return (
    <>
      <Menu.Root
        defaultOpen
        onOpenChange={({ open }) => open && hasFailed && retry()}
        onExitComplete={openDialogIfChosen}
        positioning={{ placement: 'bottom-end' }}
        lazyMount
        unmountOnExit
      >
        <Menu.Trigger asChild ref={triggerRef}>
          {trigger}
        </Menu.Trigger>
        <Portal>
          <Menu.Positioner>
            <Menu.Content maxH="80" overflowY="auto" maxW="72" aria-label={`Boards for ${item.title}`}>
              {!boards && (
                <Menu.Item value="none" disabled>
                  {hasFailed
                    ? 'Your boards could not be loaded. Reopen this menu to try again.'
                    : 'Loading your boards…'}
                </Menu.Item>
              )}
              {boards?.map((board) => (
                <Menu.CheckboxItem
                  key={board.id}
                  value={board.id}
                  checked={board.content_ids.includes(item.id)}
                  onCheckedChange={(checked) => void (checked ? saveItem(board, item) : removeItem(board, item))}
                  closeOnSelect
                >
                  <Menu.ItemText truncate>{board.name}</Menu.ItemText>
                  <Menu.ItemIndicator ms="auto" color="accent">
                    <Check {...icon} />
                  </Menu.ItemIndicator>
                </Menu.CheckboxItem>
              ))}
              {boards && boards.length > 0 && <Menu.Separator />}
              <Menu.Item value="new-board" onSelect={() => (willOpenDialog.current = true)}>
                <Plus {...icon} /> New board
              </Menu.Item>
            </Menu.Content>
          </Menu.Positioner>
        </Portal>
      </Menu.Root>
      {isNaming && (
        <SaveToNewBoardDialog
          item={item}
          isFirst={boards?.length === 0}
          focusAfter={() => triggerRef.current}
          onClose={() => setIsNaming(false)}
        />
      )}
    </>
  );
};
