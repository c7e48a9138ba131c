import { Box, VisuallyHidden } from '@chakra-ui/react';
import { useEffect, useId, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { SearchField } from './search-box.tsx';
import { useTyped } from './use-typed.ts';

/** Sooner than the search: a suggestion is taken before it is all typed. */
const suggestAfterMs = 150;

export interface Suggestion {
  readonly key: string;
  readonly words: string;
  readonly icon: ReactNode;
  readonly choose: () => void;
}

/** Suggestions of a kind, under its name. */
interface SuggestionGroup {
  readonly name: string;
  readonly suggestions: readonly Suggestion[];
}

interface SuggestBoxProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  /** Told after a pause in typing, and with Enter. */
  readonly onChange: (value: string) => void;
  /** Groups with nothing in them are not shown. */
  readonly suggest: (typed: string) => Promise<readonly SuggestionGroup[]>;
}

/** What is suggested for what is typed; what comes too late is dropped, and nothing where it fails. */
const useSuggestions = (typed: string, isWanted: boolean, suggest: SuggestBoxProps['suggest']) => {
  const [known, setKnown] = useState<{ readonly of: string; readonly groups: readonly SuggestionGroup[] } | null>(null);
  useEffect(() => {
    if (!isWanted || typed.trim() === '') return undefined;
    let isOver = false;
    const timer = setTimeout(() => {
      suggest(typed.trim()).then(
        (groups) => !isOver && setKnown({ of: typed, groups }),
        () => !isOver && setKnown(null),
      );
    }, suggestAfterMs);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [typed, isWanted, suggest]);
  const isShown = isWanted && typed.trim() !== '' && known !== null;
  return isShown ? known.groups.filter(({ suggestions }) => suggestions.length > 0) : [];
};

/** The part that is typed already stands back behind what is added to it. */
const Completed = ({ words, typed }: { words: string; typed: string }) => {
  const begin = words.toLowerCase().indexOf(typed.trim().toLowerCase());
  if (begin < 0) return words;
  const end = begin + typed.trim().length;
  return (
    <>
      <b>{words.slice(0, begin)}</b>
      {words.slice(begin, end)}
      <b>{words.slice(end)}</b>
    </>
  );
};

interface ListProps {
  readonly id: string;
  readonly groups: readonly SuggestionGroup[];
  readonly typed: string;
  readonly activeKey: string | undefined;
  readonly onChoose: (suggestion: Suggestion) => void;
}

const List = ({ id, groups, typed, activeKey, onChoose }: ListProps) => (
  <Box
    id={id}
    role="listbox"
    aria-label="Suggestions"
    position="absolute"
    insetX="0"
    top="calc(100% + 6px)"
    zIndex="popover"
    bg="surface"
    borderWidth="1px"
    borderColor="hairline"
    borderRadius="control"
    boxShadow="raised"
    p="1.5"
    maxH="70dvh"
    overflowY="auto"
  >
    {groups.map(({ name, suggestions }) => (
      <Box key={name} role="group" aria-label={name} _notFirst={{ mt: '1.5', pt: '1.5', borderTopWidth: '1px' }}>
        <Box aria-hidden px="3" py="1.5" fontSize="xs" fontWeight="600" color="ink.muted">
          {name}
        </Box>
        {suggestions.map((suggestion) => (
          <Box
            key={suggestion.key}
            id={`${id}-${suggestion.key}`}
            role="option"
            aria-selected={suggestion.key === activeKey}
            display="flex"
            alignItems="center"
            gap="3"
            px="3"
            minH="11"
            borderRadius="sm"
            cursor="pointer"
            css={{ '& b': { fontWeight: 600 }, '& svg': { color: '{colors.ink.muted}', flexShrink: 0 } }}
            _hover={{ bg: 'sunken' }}
            _selected={{ bg: 'sunken', outline: '2px solid', outlineColor: 'accent', outlineOffset: '-2px' }}
            // The field keeps the focus, so that it isn't left before the choice is made.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(suggestion)}
          >
            {suggestion.icon}
            <Box truncate minW="0">
              <Completed words={suggestion.words} typed={typed} />
            </Box>
          </Box>
        ))}
      </Box>
    ))}
  </Box>
);

/** A field to look for something while one types, with a list of what may be meant: a combobox, by mouse and by keys. */
export const SuggestBox = ({ label, placeholder, value, onChange, suggest }: SuggestBoxProps) => {
  const id = useId();
  const [typed, setTyped] = useTyped(value, onChange);
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const groups = useSuggestions(typed, isOpen, suggest);
  const all = groups.flatMap(({ suggestions }) => suggestions);
  const chosen = all[active];
  const close = () => {
    setIsOpen(false);
    setActive(-1);
  };
  const choose = (suggestion: Suggestion) => {
    close();
    // What is typed is not searched for anymore.
    setTyped(value);
    suggestion.choose();
  };
  const move = (by: number) => setActive((before) => ((before + 1 + by + all.length + 1) % (all.length + 1)) - 1);
  const onKeyDown = (event: KeyboardEvent) => {
    const keys: Readonly<Record<string, () => void>> = {
      ArrowDown: () => (all.length > 0 ? move(1) : setIsOpen(true)),
      ArrowUp: () => move(-1),
      Enter: () => {
        if (chosen) return choose(chosen);
        close();
        return typed === value ? undefined : onChange(typed);
      },
      ...(all.length > 0 && { Escape: close }),
    };
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  return (
    <SearchField
      role="combobox"
      aria-label={label}
      aria-autocomplete="list"
      aria-expanded={all.length > 0}
      aria-controls={all.length > 0 ? id : undefined}
      aria-activedescendant={chosen && `${id}-${chosen.key}`}
      autoComplete="off"
      placeholder={placeholder}
      value={typed}
      onChange={(event) => {
        setTyped(event.target.value);
        setIsOpen(true);
        setActive(-1);
      }}
      onKeyDown={onKeyDown}
      onBlur={close}
    >
      {all.length > 0 && <List {...{ id, groups, typed }} activeKey={chosen?.key} onChoose={choose} />}
      <VisuallyHidden role="status">
        {all.length > 0 && `${all.length} ${all.length === 1 ? 'suggestion' : 'suggestions'}`}
      </VisuallyHidden>
    </SearchField>
  );
};
