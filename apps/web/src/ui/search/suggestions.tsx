import { Box } from '@chakra-ui/react';
import { cut } from '@tessera/domain/kernel/text';
import { useEffect, useState } from 'react';
import type { ComponentProps, ReactNode } from 'react';

/** Shorter than the pause before a search: a suggestion helps only before everything is typed. */
const suggestAfterMs = 150;

export interface Suggestion {
  readonly key: string;
  readonly words: string;
  /** More about it, shown after its words. */
  readonly hint?: string;
  /** Whether its words merely quote the typed text, and don't complete it. */
  readonly isQuote?: boolean;
  readonly icon: ReactNode;
  readonly choose: () => void;
}

/** Suggestions of one kind, under a heading. */
export interface SuggestionGroup {
  readonly name: string;
  readonly suggestions: readonly Suggestion[];
}

/** @throws if the search fails; then nothing is suggested */
export type Suggest = (typed: string) => Promise<readonly SuggestionGroup[]>;

interface Result {
  /** The text that it was found for. */
  readonly of: string;
  readonly groups: readonly SuggestionGroup[];
  readonly hasFailed: boolean;
}

/** The suggestions for the typed text; late answers are dropped, and a failed search suggests nothing. */
export const useSuggestions = (typed: string, isWanted: boolean, suggest: Suggest) => {
  const [result, setResult] = useState<Result | null>(null);
  useEffect(() => {
    if (!isWanted || typed.trim() === '') return undefined;
    let isOutdated = false;
    const timer = setTimeout(() => {
      suggest(typed.trim()).then(
        (groups) => !isOutdated && setResult({ of: typed, groups, hasFailed: false }),
        () => !isOutdated && setResult({ of: typed, groups: [], hasFailed: true }),
      );
    }, suggestAfterMs);
    return () => {
      isOutdated = true;
      clearTimeout(timer);
    };
  }, [typed, isWanted, suggest]);
  const isSearching = isWanted && typed.trim() !== '';
  const isShown = isSearching && result !== null;
  return {
    groups: isShown ? result.groups.filter(({ suggestions }) => suggestions.length > 0) : [],
    /** Whether the suggestions were found for earlier text. */
    isBehind: isSearching && result?.of !== typed,
    hasFailed: isShown && result.hasFailed,
  };
};

/** A suggestion with the part in bold that completes the typed text. */
const Completed = ({ words, typed }: { words: string; typed: string }) => {
  if (typed.trim() === '') return words;
  const found = words.toLowerCase().indexOf(typed.trim().toLowerCase());
  if (found < 0) return words;
  const begin = cut(words, found).length;
  const end = cut(words, found + typed.trim().length).length;
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

/** The id of an option, for `aria-activedescendant`. */
export const optionId = (listId: string, key: string) => `${listId}-${key}`;

/** The list of a combobox. It scrolls the active option into view, and a click chooses one. */
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
              // Keeps the focus in the field: losing it would close the list before the click.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onChoose(suggestion)}
            >
              {suggestion.icon}
              <Box truncate minW="0">
                {suggestion.isQuote ? suggestion.words : <Completed words={suggestion.words} typed={typed} />}
              </Box>
              {suggestion.hint && (
                <Box flex="1 1 0" ps="4" fontSize="sm" textAlign="end" color="ink.muted" truncate minW="0">
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
