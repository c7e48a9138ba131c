import { Box } from '@chakra-ui/react';
import { useEffect, useEffectEvent, useState } from 'react';
import { typingPauseMs } from '../../ui/search/use-debounced-text.ts';
import { TextInput } from '../../ui/controls/text-input.tsx';
import { amountOf, orderedRange } from './filter.ts';
import type { Filter } from './filter.ts';

interface AmountProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: number | null;
  readonly onChange: (value: number | null) => void;
  /** Whether it can be asked for while it is being typed: the first digit of an amount may be out of order. */
  readonly isWhole: (value: number | null) => boolean;
}

/** Dollars. It is told after a pause in typing, with Enter and when the field is left. */
const Amount = ({ label, placeholder, value, onChange, isWhole }: AmountProps) => {
  const known = value?.toString() ?? '';
  const [typed, setTyped] = useState(known);
  const [shownFor, setShownFor] = useState(known);
  if (shownFor !== known) {
    setShownFor(known);
    // What was asked for while it was being typed is left as it is written, such as `25.`.
    if (amountOf(typed) !== value) setTyped(known);
  }
  const tell = () => {
    const amount = amountOf(typed);
    // What is no amount is not kept, so that the field never says what the list doesn't do.
    setTyped(amount?.toString() ?? '');
    if (amount !== value) onChange(amount);
  };
  const tellWhileTyped = useEffectEvent(() => {
    const amount = amountOf(typed);
    if (amount !== value && (amount !== null || typed === '') && isWhole(amount)) onChange(amount);
  });
  useEffect(() => {
    const timer = setTimeout(tellWhileTyped, typingPauseMs);
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
        placeholder={placeholder}
        inputMode="decimal"
        autoComplete="off"
        enterKeyHint="done"
        ps="7"
        pe="2"
        fontVariantNumeric="tabular-nums"
        value={typed}
        onChange={(event) => setTyped(event.target.value.replace(/[^\d.]/g, ''))}
        onBlur={tell}
        onKeyDown={({ key }) => key === 'Enter' && tell()}
      />
    </Box>
  );
};

interface PriceRangeProps {
  readonly filter: Filter;
  readonly onChange: (change: Partial<Filter>) => void;
}

export const PriceRange = ({ filter, onChange }: PriceRangeProps) => {
  const { minPrice, maxPrice } = filter;
  const tell = (range: Pick<Filter, 'minPrice' | 'maxPrice'>) => onChange(orderedRange(range));
  return (
    <Box role="group" aria-label="Price in US dollars" display="flex" alignItems="center" gap="2" w="full">
      <Amount
        label="Lowest price"
        placeholder="Min"
        value={minPrice}
        onChange={(lowest) => tell({ minPrice: lowest, maxPrice })}
        isWhole={(lowest) => lowest === null || maxPrice === null || lowest <= maxPrice}
      />
      <Box aria-hidden color="ink.muted">
        –
      </Box>
      <Amount
        label="Highest price"
        placeholder="Max"
        value={maxPrice}
        onChange={(highest) => tell({ minPrice, maxPrice: highest })}
        isWhole={(highest) => highest === null || minPrice === null || highest >= minPrice}
      />
    </Box>
  );
};
