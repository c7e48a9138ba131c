import { Box } from '@chakra-ui/react';
import { useEffect, useState } from 'react';
import type { ComponentProps, ReactNode } from 'react';

/** Sooner than the search: a suggestion is taken before it is all typed. */
const suggestAfterMs = 150;

export interface Suggestion {
  readonly key: string;
  readonly words: string;
  /** What it is, more closely, behind its words. */
  readonly hint?: string;
  readonly icon: ReactNode;
  readonly choose: () => void;
}

/** Suggestions of a kind, under its name. */
export interface SuggestionGroup {
  readonly name: string;
  readonly suggestions: readonly Suggestion[];
}

/** @throws what a search may throw: then nothing is suggested */
export type Suggest = (typed: string) => Promise<readonly SuggestionGroup[]>;

interface Known {
  readonly of: string;
  readonly groups: readonly SuggestionGroup[];
  readonly hasFailed: boolean;
}

/** What is suggested for what is typed; what comes too late is dropped, and nothing is suggested where it fails. */
export const useSuggestions = (typed: string, isWanted: boolean, suggest: Suggest) => {
  const [known, setKnown] = useState<Known | null>(null);
  useEffect(() => {
    if (!isWanted || typed.trim() === '') return undefined;
    let isOver = false;
    const timer = setTimeout(() => {
      suggest(typed.trim()).then(
        (groups) => !isOver && setKnown({ of: typed, groups, hasFailed: false }),
        () => !isOver && setKnown({ of: typed, groups: [], hasFailed: true }),
      );
    }, suggestAfterMs);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [typed, isWanted, suggest]);
  const isAsked = isWanted && typed.trim() !== '';
  const isShown = isAsked && known !== null;
  return {
    groups: isShown ? known.groups.filter(({ suggestions }) => suggestions.length > 0) : [],
    /** What is shown was found for something typed before. */
    isBehind: isAsked && known?.of !== typed,
    hasFailed: isShown && known.hasFailed,
  };
};

/** The part that is typed already stands back behind what is added to it. */
const Completed = ({ words, typed }: { words: string; typed: string }) => {
  if (typed.trim() === '') return words;
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

interface ListProps extends Omit<ComponentProps<typeof Box>, 'id'> {
  readonly id: string;
  readonly groups: readonly SuggestionGroup[];
  readonly typed: string;
  readonly activeKey: string | undefined;
  readonly onChoose: (suggestion: Suggestion) => void;
}

/** The id of an option, as its field names the active one. */
export const optionId = (listId: string, key: string) => `${listId}-${key}`;

/** What a combobox lists: the active option is in sight, and a press chooses. */
export const SuggestionList = ({ id, groups, typed, activeKey, onChoose, ...place }: ListProps) => {
  useEffect(() => {
    if (activeKey !== undefined) document.getElementById(optionId(id, activeKey))?.scrollIntoView({ block: 'nearest' });
  }, [id, activeKey]);
  return (
    <Box id={id} role="listbox" aria-label="Suggestions" {...place}>
      {groups.map(({ name, suggestions }) => (
        <Box key={name} role="group" aria-label={name} _notFirst={{ mt: '1.5', pt: '1.5', borderTopWidth: '1px' }}>
          <Box aria-hidden px="3" py="1.5" fontSize="xs" fontWeight="600" color="ink.muted">
            {name}
          </Box>
          {suggestions.map((suggestion) => (
            <Box
              key={suggestion.key}
              id={optionId(id, suggestion.key)}
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
              {suggestion.hint && (
                <Box ms="auto" ps="4" fontSize="sm" color="ink.muted" truncate minW="0" flexShrink="2">
                  {suggestion.hint}
                </Box>
              )}
            </Box>
          ))}
        </Box>
      ))}
    </Box>
  );
};
