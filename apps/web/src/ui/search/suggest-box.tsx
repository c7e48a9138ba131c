import { VisuallyHidden } from '@chakra-ui/react';
import { useId, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { plural } from '../../kernel/plural.ts';
import { isComposing } from './is-composing.ts';
import { SearchField } from './search-box.tsx';
import { SuggestionList, optionId, useSuggestions } from './suggestions.tsx';
import type { Suggest, Suggestion } from './suggestions.tsx';
import { useDebouncedText } from './use-debounced-text.ts';

/** Below its field, over the page. */
const below = {
  position: 'absolute',
  insetX: '0',
  top: 'calc(100% + 6px)',
  zIndex: 'popover',
  bg: 'surface',
  borderWidth: '1px',
  borderColor: 'hairline',
  borderRadius: 'control',
  boxShadow: 'raised',
  p: '1.5',
  maxH: '70dvh',
  overflowY: 'auto',
} as const;

interface SuggestBoxProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  /** Called after a pause in typing, and on Enter. */
  readonly onChange: (value: string) => void;
  /** Empty groups are not shown. */
  readonly suggest: Suggest;
}

/** A search field with a list of suggestions: a combobox that works with a mouse and with the keyboard. */
export const SuggestBox = ({ label, placeholder, value, onChange, suggest }: SuggestBoxProps) => {
  const id = useId();
  const [typed, setTyped] = useDebouncedText(value, onChange);
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const { groups } = useSuggestions(typed, isOpen, suggest);
  const all = groups.flatMap(({ suggestions }) => suggestions);
  const chosen = all[active];
  const close = () => {
    setIsOpen(false);
    setActive(-1);
  };
  const choose = (suggestion: Suggestion) => {
    close();
    // The typed text is no longer searched for.
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
    if (!act || isComposing(event)) return;
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
      aria-activedescendant={chosen && optionId(id, chosen.key)}
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
      {all.length > 0 && (
        <SuggestionList {...{ id, groups, typed }} activeKey={chosen?.key} onChoose={choose} {...below} />
      )}
      <VisuallyHidden role="status">{all.length > 0 && plural(all.length, 'suggestion')}</VisuallyHidden>
    </SearchField>
  );
};
