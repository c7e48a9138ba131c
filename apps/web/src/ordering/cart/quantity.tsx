import { Box, chakra } from '@chakra-ui/react';
import type { CartItem } from '@tessera/domain/ordering/cart';
import { quantityMax } from '@tessera/domain/ordering/order-failures';
import { Minus, Plus } from 'lucide-react';
import { changeQuantity } from './cart.atoms.ts';

const StepButton = chakra('button', {
  base: {
    boxSize: '9',
    display: 'grid',
    placeItems: 'center',
    borderRadius: 'control',
    cursor: 'pointer',
    _hover: { bg: 'sunken' },
    // Not `disabled` at the end of the range, so that it keeps the focus.
    '&[aria-disabled=true]': { color: 'ink.muted', opacity: 0.6, cursor: 'not-allowed', bg: 'transparent' },
  },
});

/** Buttons that change the quantity of a cart line. */
export const QuantityStepper = ({ item }: { item: CartItem }) => {
  const { title, quantity } = item;
  const step = (by: 1 | -1) => ({
    'aria-disabled': by < 0 ? quantity <= 1 : quantity >= quantityMax,
    onClick: () => {
      const next = quantity + by;
      if (next >= 1 && next <= quantityMax) changeQuantity(item, next);
    },
  });
  return (
    <Box role="group" aria-label={`Quantity of ${title}`} display="flex" alignItems="center" ms="-2.5">
      <StepButton type="button" aria-label={`One less of ${title}`} {...step(-1)}>
        <Minus size={16} strokeWidth={1.5} aria-hidden />
      </StepButton>
      <chakra.output aria-live="polite" minW="6" textAlign="center" fontSize="sm" fontVariantNumeric="tabular-nums">
        {quantity}
      </chakra.output>
      <StepButton type="button" aria-label={`One more of ${title}`} {...step(1)}>
        <Plus size={16} strokeWidth={1.5} aria-hidden />
      </StepButton>
    </Box>
  );
};
