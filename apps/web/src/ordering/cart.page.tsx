import { Box, chakra } from '@chakra-ui/react';
import type { ContentRow } from '@tessera/domain/content/row';
import { centsOf } from '@tessera/domain/money';
import type { CartItem } from '@tessera/domain/ordering/cart';
import { useAtomValue, useSetAtom } from 'jotai';
import { X } from 'lucide-react';
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { cartAtom, cartCountAtom, cartTotalAtom, emptyCart, takeFromCart } from '../kernel/cart.atoms.ts';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page, PageHeading } from '../ui/page.tsx';
import { cartContentAtom, followCartContentAtom } from './cart-content.atoms.ts';
import { OrderLine, OrderSummary } from './order-lines.tsx';
import { useCheckout } from './use-checkout.ts';

/** `row` as the marketplace knows the item: null where it left, undefined as long as that is unknown. */
const lineOf = (item: CartItem, row: ContentRow | null | undefined) => ({
  ...item,
  key: `${item.id}/${item.licenseType}`,
  unitCents: centsOf(item.price),
  placeholder: row?.placeholder,
  widths: row?.media_widths,
  gone: row === null,
});

const Items = () => {
  const rows = useAtomValue(cartContentAtom);
  return (
    <chakra.ul listStyleType="none" borderTopWidth="1px" borderColor="hairline">
      {useAtomValue(cartAtom)
        .map((item) => ({ item, line: lineOf(item, rows.get(item.id)) }))
        .map(({ item, line }) => (
          <OrderLine
            key={line.key}
            line={line}
            action={
              <Button
                variant="ghost"
                size="sm"
                aria-label={`Remove ${item.title}`}
                onClick={() => takeFromCart(item)}
                me="-3.5"
              >
                <X size={16} strokeWidth={1.5} aria-hidden />
                Remove
              </Button>
            }
          />
        ))}
    </chakra.ul>
  );
};

/** What stands between this cart and its order. */
const Gone = () => {
  const rows = useAtomValue(cartContentAtom);
  const gone = new Set(useAtomValue(cartAtom).flatMap(({ id, title }) => (rows.get(id) === null ? [title] : [])));
  if (gone.size === 0) return null;
  return (
    <Box mt="5">
      <Notice tone="waiting">
        {[...gone].join(', ')} {gone.size === 1 ? 'is' : 'are'} no longer for sale. Remove{' '}
        {gone.size === 1 ? 'it' : 'them'} to go on.
      </Notice>
    </Box>
  );
};

export const CartPage = () => {
  const count = useAtomValue(cartCountAtom);
  const total = useAtomValue(cartTotalAtom);
  const { processing, proceed } = useCheckout();
  const follow = useSetAtom(followCartContentAtom);
  useEffect(() => follow(), [follow]);
  if (count === 0) {
    return (
      <Page title="Cart">
        <PageHeading>Cart</PageHeading>
        <EmptyState
          sentence="Your cart is empty"
          action={
            <Button asChild>
              <Link to={paths.brand.marketplace}>Explore Marketplace</Link>
            </Button>
          }
        />
      </Page>
    );
  }
  return (
    <Page title="Cart">
      <PageHeading
        actions={
          <Button variant="ghost" onClick={() => emptyCart()}>
            Clear Cart
          </Button>
        }
      >
        Cart
      </PageHeading>
      <Box
        display="grid"
        gridTemplateColumns={{ base: '1fr', lg: 'minmax(0, 1fr) 360px' }}
        gap={{ base: '8', lg: '12' }}
        alignItems="start"
      >
        <Items />
        <OrderSummary count={count} totalCents={total}>
          <Gone />
          <Button
            size="lg"
            w="full"
            mt="6"
            loading={processing}
            loadingText="Preparing checkout…"
            onClick={() => void proceed()}
          >
            Proceed to Checkout
          </Button>
          <Box fontSize="sm" color="ink.muted" mt="3">
            Each item comes with its own dated licence agreement.
          </Box>
        </OrderSummary>
      </Box>
    </Page>
  );
};
