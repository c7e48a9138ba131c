import { useAtomValue } from 'jotai';
import { ShoppingBag } from 'lucide-react';
import { plural } from '../../kernel/plural.ts';
import { cartCountAtom } from '../../ordering/public.ts';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { CountBadge } from '../../ui/controls/count-badge.tsx';

const labelOf = (count: number) => (count === 0 ? 'Cart' : `Cart, ${plural(count, 'item')}`);

/** Links to the cart, with a badge that counts its items unless it is empty. */
export const CartButton = () => {
  const count = useAtomValue(cartCountAtom);
  return (
    <ButtonLink to={paths.brand.cart} aria-label={labelOf(count)} variant="ghost" size="icon" position="relative">
      <ShoppingBag size={18} strokeWidth={1.5} aria-hidden />
      {count > 0 && <CountBadge testId="cart-count">{count}</CountBadge>}
    </ButtonLink>
  );
};
