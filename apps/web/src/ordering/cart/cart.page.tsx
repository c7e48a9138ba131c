import { Box, chakra } from '@chakra-ui/react';
import { centsOf } from '@tessera/domain/money';
import { useAtomValue, useSetAtom } from 'jotai';
import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { cartAtom, cartCountAtom, cartTotalAtom, emptyCart, removeLine } from './cart.atoms.ts';
import { paths } from '../../paths.ts';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { FocusedNotice } from '../../ui/layout/focused-notice.tsx';
import { LicensedNote } from '../../licenses/public.ts';
import { Page, PageHeading } from '../../ui/layout/page.tsx';
import { PaymentTerms } from '../payment/payment-terms.tsx';
import { lineKey, priceChangesAtom, refreshCart } from './cart-check.atoms.ts';
import { cartContentAtom, followCartContentAtom } from './cart-content.atoms.ts';
import { UnavailableItems, PendingPayment, PriceChangeAnnouncer } from './cart-notices.tsx';
import { OrderLine, OrderSummary } from '../order-lines.tsx';
import { problemsAtom } from '../problems.atoms.ts';
import { QuantityStepper } from './quantity.tsx';
import { useCheckout } from '../use-checkout.ts';

const Items = ({ onRemoved }: { onRemoved: () => void }) => {
  const rows = useAtomValue(cartContentAtom);
  const problems = useAtomValue(problemsAtom);
  const changes = new Map(useAtomValue(priceChangesAtom).map(({ key, beforeCents }) => [key, beforeCents]));
  return (
    <chakra.ul listStyleType="none" borderTopWidth="1px" borderColor="hairline">
      {useAtomValue(cartAtom).map((item) => {
        const key = lineKey(item);
        const row = rows.get(item.id);
        const line = {
          ...item,
          key,
          unitCents: centsOf(item.price),
          unitCentsBefore: changes.get(key),
          placeholder: row?.placeholder,
          widths: row?.media_widths,
          problem: problems.get(key) ?? null,
        };
        const remove = () => {
          removeLine(item);
          onRemoved();
        };
        return (
          <OrderLine key={key} line={line}>
            <Box display="flex" alignItems="center" justifyContent="space-between">
              <QuantityStepper item={item} />
              <Button variant="ghost" size="sm" aria-label={`Remove ${item.title}`} onClick={remove} me="-3.5">
                <X size={16} strokeWidth={1.5} aria-hidden />
                Remove
              </Button>
            </Box>
            <LicensedNote contentId={item.id} />
          </OrderLine>
        );
      })}
    </chakra.ul>
  );
};

/** Checks the cart on opening, when an item changes, and when the brand returns to the tab. */
const useFreshCart = () => {
  const follow = useSetAtom(followCartContentAtom);
  const rows = useAtomValue(cartContentAtom);
  const lines = useAtomValue(cartAtom).map(lineKey).join();
  useEffect(() => follow(), [follow]);
  useEffect(() => {
    const refreshIfVisible = () => {
      if (!document.hidden) void refreshCart();
    };
    refreshIfVisible();
    document.addEventListener('visibilitychange', refreshIfVisible);
    return () => document.removeEventListener('visibilitychange', refreshIfVisible);
  }, [rows, lines]);
};

const CartContents = ({ onRemoved }: { onRemoved: () => void }) => {
  const count = useAtomValue(cartCountAtom);
  const total = useAtomValue(cartTotalAtom);
  const { processing, failure, proceed } = useCheckout();
  const { state } = useLocation() as { state: { failure?: string } | null };
  const message = processing ? null : (failure ?? state?.failure);
  return (
    <Box
      display="grid"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 360px' }}
      gap={{ base: '8', lg: '12' }}
      alignItems="start"
    >
      <Box display="grid" gap="4" css={{ '& > :empty': { display: 'none' } }}>
        <PendingPayment />
        <UnavailableItems onRemoved={onRemoved} />
        <Items onRemoved={onRemoved} />
      </Box>
      <OrderSummary count={count} totalCents={total}>
        {message && (
          <Box mt="5">
            <FocusedNotice>{message}</FocusedNotice>
          </Box>
        )}
        <Box display="grid" gap="4" mt="6">
          <PaymentTerms />
          <Button
            size="lg"
            w="full"
            loading={processing}
            loadingText="Preparing checkout…"
            onClick={() => void proceed()}
          >
            Proceed to Checkout
          </Button>
        </Box>
        <Box fontSize="sm" color="ink.muted" mt="3">
          Each item comes with its own dated license agreement.
        </Box>
      </OrderSummary>
    </Box>
  );
};

export const CartPage = () => {
  const isEmpty = useAtomValue(cartCountAtom) === 0;
  const cartRef = useRef<HTMLDivElement>(null);
  useFreshCart();
  // The pressed button is gone with its line, so the focus moves to the cart.
  const focusCart = () => cartRef.current?.focus({ preventScroll: true });
  return (
    <Page title="Cart">
      <PageHeading
        actions={
          !isEmpty && (
            <Button
              variant="ghost"
              me={{ base: '-3', md: '-5' }}
              onClick={() => {
                emptyCart();
                focusCart();
              }}
            >
              Clear Cart
            </Button>
          )
        }
      >
        Cart
      </PageHeading>
      <Box ref={cartRef} tabIndex={-1} role="group" aria-label="Your cart" outline="none">
        <PriceChangeAnnouncer />
        {isEmpty ? (
          <EmptyState
            sentence="Your cart is empty"
            action={<ButtonLink to={paths.brand.marketplace}>Explore Marketplace</ButtonLink>}
          />
        ) : (
          <CartContents onRemoved={focusCart} />
        )}
      </Box>
    </Page>
  );
};

export { CartPage as Component };
