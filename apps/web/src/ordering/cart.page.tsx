import { Box, chakra } from '@chakra-ui/react';
import { centsOf } from '@tessera/domain/money';
import type { CartItem } from '@tessera/domain/ordering/cart';
import { useAtomValue } from 'jotai';
import { X } from 'lucide-react';
import { Link } from 'react-router-dom';
import { cartAtom, cartCountAtom, cartTotalAtom, emptyCart, takeFromCart } from '../kernel/cart.atoms.ts';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Page, PageHeading } from '../ui/page.tsx';
import { OrderLine, OrderSummary } from './order-lines.tsx';
import { useCheckout } from './use-checkout.ts';

const lineOf = (item: CartItem) => ({ ...item, key: `${item.id}/${item.licenseType}`, unitCents: centsOf(item.price) });

const Items = () => (
  <chakra.ul listStyleType="none" borderTopWidth="1px" borderColor="hairline">
    {useAtomValue(cartAtom).map((item) => (
      <OrderLine
        key={lineOf(item).key}
        line={lineOf(item)}
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

export const CartPage = () => {
  const count = useAtomValue(cartCountAtom);
  const total = useAtomValue(cartTotalAtom);
  const { processing, proceed } = useCheckout();
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
