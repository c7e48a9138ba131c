import { Box } from '@chakra-ui/react';
import { dollarsTyped } from '@tessera/domain/typed-amount';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { isComposing } from '../../ui/search/is-composing.ts';
import { typingPauseMs } from '../../ui/search/use-debounced-text.ts';
import { TextInput } from '../../ui/controls/text-input.tsx';
import { amountOf, orderedRange } from './filter.ts';
import type { Filter } from './filter.ts';

interface AmountProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: number | null;
  readonly onChange: (value: number | null) => void;
  /**
   * Whether the value can be applied while typing: the first digits of an amount may be on the wrong side of the other
   * limit.
   */
  readonly canApply: (value: number | null) => boolean;
}

/** An amount in dollars, applied after a pause in typing, on Enter and when the field loses focus. */
const Amount = ({ label, placeholder, value, onChange, canApply }: AmountProps) => {
  const current = value?.toString() ?? '';
  const [typed, setTyped] = useState(current);
  const [shownFor, setShownFor] = useState(current);
  if (shownFor !== current) {
    setShownFor(current);
    // A value that was applied while typing stays as it was typed, such as `25.`.
    if (amountOf(typed) !== value) setTyped(current);
  }
  const [isRefused, setRefused] = useState(false);
  const id = useId();
  const apply = () => {
    const amount = amountOf(typed);
    const isNone = typed.trim() === '' || dollarsTyped(typed) === 0;
    setRefused(amount === null && !isNone);
    if (amount !== null || isNone) setTyped(amount?.toString() ?? '');
    if (amount !== value) onChange(amount);
  };
  const applyWhileTyping = useEffectEvent(() => {
    const amount = amountOf(typed);
    if (amount !== value && (amount !== null || typed === '') && canApply(amount)) onChange(amount);
  });
  useEffect(() => {
    const timer = setTimeout(applyWhileTyping, typingPauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <Box position="relative" flex="1" minW="0">
      <Box
        aria-hidden
        position="absolute"
        insetStart="3"
        top="0"
        h="full"
        display="grid"
        alignContent="center"
        color="ink.muted"
        pointerEvents="none"
      >
        $
      </Box>
      <TextInput
        aria-label={label}
        aria-invalid={isRefused}
        aria-describedby={`${id}-note`}
        placeholder={placeholder}
        inputMode="decimal"
        autoComplete="off"
        enterKeyHint="done"
        ps="7"
        pe="2"
        fontVariantNumeric="tabular-nums"
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setRefused(false);
        }}
        onBlur={apply}
        onKeyDown={(event) => event.key === 'Enter' && !isComposing(event) && apply()}
      />
      <Box
        id={`${id}-note`}
        aria-live="polite"
        position="absolute"
        top="full"
        fontSize="xs"
        color="trouble"
        whiteSpace="nowrap"
      >
        {isRefused && 'Such as 12.50'}
      </Box>
    </Box>
  );
};

interface PriceRangeProps {
  readonly filter: Filter;
  readonly onChange: (change: Partial<Filter>) => void;
}

export const PriceRange = ({ filter, onChange }: PriceRangeProps) => {
  const { minPrice, maxPrice } = filter;
  const setRange = (range: Pick<Filter, 'minPrice' | 'maxPrice'>) => onChange(orderedRange(range));
  return (
    <Box role="group" aria-label="Price in US dollars" display="flex" alignItems="center" gap="2" w="full">
      <Amount
        label="Lowest price"
        placeholder="Min"
        value={minPrice}
        onChange={(lowest) => setRange({ minPrice: lowest, maxPrice })}
        canApply={(lowest) => lowest === null || maxPrice === null || lowest <= maxPrice}
      />
      <Box aria-hidden color="ink.muted">
        –
      </Box>
      <Amount
        label="Highest price"
        placeholder="Max"
        value={maxPrice}
        onChange={(highest) => setRange({ minPrice, maxPrice: highest })}
        canApply={(highest) => highest === null || minPrice === null || highest >= minPrice}
      />
    </Box>
  );
};
