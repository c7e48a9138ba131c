import { Box, Dialog, Portal, VisuallyHidden } from '@chakra-ui/react';
import { Search } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { plural } from '../../kernel/plural.ts';
import { TextInput } from '../controls/text-input.tsx';
import { isComposing } from '../search/is-composing.ts';
import { SuggestionList, optionId, useSuggestions } from '../search/suggestions.tsx';
import type { Suggest, Suggestion } from '../search/suggestions.tsx';
import { matchingCommands } from './commands.tsx';
import type { CommandGroup } from './commands.tsx';

interface CommandMenuProps {
  /** Names what can be found. */
  readonly placeholder: string;
  readonly commands: readonly CommandGroup[];
  /** Searches everything beyond `commands`; it must be a stable function. */
  readonly find: Suggest;
  readonly onClose: () => void;
}

/** The options for the typed text, which of them is active, and what the keys do. */
const useOptions = ({ commands, find, onClose }: CommandMenuProps) => {
  const [typed, setTyped] = useState('');
  const [activeIndex, setActiveIndex] = useState(0);
  const { groups: found, isBehind, hasFailed } = useSuggestions(typed, true, find);
  const groups = [...matchingCommands(commands, typed), ...found];
  const all = groups.flatMap(({ suggestions }) => suggestions);
  const isFound = (one: Suggestion) => found.some(({ suggestions }) => suggestions.includes(one));
  const active = all[Math.min(activeIndex, all.length - 1)];
  const choose = (one: Suggestion) => {
    onClose();
    one.choose();
  };
  const type = (words: string) => {
    setTyped(words);
    setActiveIndex(0);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const at = active ? all.indexOf(active) : 0;
    const move = (by: number) => setActiveIndex((at + by + all.length) % all.length);
    const keys: Readonly<Record<string, () => void>> = {
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      // A result found for earlier text isn’t what the user means.
      Enter: () => active && !(isBehind && isFound(active)) && choose(active),
    };
    const act = keys[event.key];
    if (!act || all.length === 0 || isComposing(event)) return;
    event.preventDefault();
    act();
  };
  return { typed, type, groups, all, active, choose, onKeyDown, isBehind, hasFailed };
};

const statusText = ({ typed, all, isBehind, hasFailed }: ReturnType<typeof useOptions>) => {
  if (hasFailed) return 'The server could not be reached. Check your connection and try again.';
  if (all.length > 0) return null;
  return isBehind ? 'Searching…' : `Nothing found for “${typed.trim()}”.`;
};

/** One field that finds everything: a dialog with a combobox, in which Enter chooses the first option. */
export const CommandMenu = (props: CommandMenuProps) => {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const options = useOptions(props);
  const { typed, type, groups, all, active, choose, onKeyDown, isBehind } = options;
  const status = statusText(options);
  return (
    <Dialog.Root open onOpenChange={({ open }) => !open && props.onClose()} initialFocusEl={() => field.current}>
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner alignItems="flex-start" pt={{ base: '0', md: '12dvh' }}>
          <Dialog.Content
            maxW="xl"
            h={{ base: '100dvh', md: 'auto' }}
            maxH={{ base: '100dvh', md: '70dvh' }}
            borderTopRadius={{ base: 0, md: 'media' }}
          >
            <VisuallyHidden asChild>
              <Dialog.Title>Find anything</Dialog.Title>
            </VisuallyHidden>
            <Box position="relative" borderBottomWidth="1px" borderColor="hairline" p="2" display="flex" gap="2">
              <Box position="absolute" insetStart="5" top="0" h="full" display="grid" placeItems="center" aria-hidden>
                <Search size={18} strokeWidth={1.5} />
              </Box>
              <TextInput
                ref={field}
                role="combobox"
                aria-label="Find anything"
                aria-autocomplete="list"
                aria-expanded={all.length > 0}
                aria-controls={all.length > 0 ? id : undefined}
                aria-activedescendant={active && optionId(id, active.key)}
                autoComplete="off"
                spellCheck={false}
                enterKeyHint="go"
                placeholder={props.placeholder}
                value={typed}
                ps="10"
                border="0"
                bg="transparent"
                _focusVisible={{ outline: 'none' }}
                onChange={({ target }) => type(target.value)}
                onKeyDown={onKeyDown}
              />
              <Dialog.CloseTrigger
                position="static"
                display={{ base: 'block', md: 'none' }}
                px="3"
                fontSize="sm"
                fontWeight="600"
                cursor="pointer"
              >
                Cancel
              </Dialog.CloseTrigger>
            </Box>
            {all.length > 0 && (
              <SuggestionList
                {...{ id, groups, typed }}
                activeKey={active?.key}
                onChoose={choose}
                overflowY="auto"
                p="2"
              />
            )}
            {status && (
              <Box px="3" py="6" fontSize="sm" color="ink.muted" textAlign="center" overflowWrap="anywhere">
                {status}
              </Box>
            )}
            <VisuallyHidden role="status">
              {status ?? (typed.trim() !== '' && !isBehind && plural(all.length, 'result'))}
            </VisuallyHidden>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
};
