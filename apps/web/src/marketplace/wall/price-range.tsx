import { Box } from '@chakra-ui/react';
import { useState } from 'react';
import { TextInput } from '../../ui/controls/text-input.tsx';
import { amountOf, inOrder } from './filter.ts';
import type { Filter } from './filter.ts';

interface AmountProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: number | null;
  readonly onChange: (value: number | null) => void;
}

/** Dollars. It is told with Enter or when the field is left, and not at each digit. */
const Amount = ({ label, placeholder, value, onChange }: AmountProps) => {
  const known = value?.toString() ?? '';
  const [typed, setTyped] = useState(known);
  const [shownFor, setShownFor] = useState(known);
  if (shownFor !== known) {
    setShownFor(known);
    setTyped(known);
  }
  const tell = () => {
    const amount = amountOf(typed);
    // What is no amount is not kept, so that the field never says what the list doesn't do.
    setTyped(amount?.toString() ?? '');
    if (amount !== value) onChange(amount);
  };
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
  const tell = (range: Pick<Filter, 'minPrice' | 'maxPrice'>) => onChange(inOrder(range));
  return (
    <Box role="group" aria-label="Price in US dollars" display="flex" alignItems="center" gap="2" w="full">
      <Amount
        label="Lowest price"
        placeholder="Min"
        value={minPrice}
        onChange={(lowest) => tell({ minPrice: lowest, maxPrice })}
      />
      <Box aria-hidden color="ink.muted">
        –
      </Box>
      <Amount
        label="Highest price"
        placeholder="Max"
        value={maxPrice}
        onChange={(highest) => tell({ minPrice, maxPrice: highest })}
      />
    </Box>
  );
};
