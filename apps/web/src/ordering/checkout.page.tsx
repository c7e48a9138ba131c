import type { Order } from '@tessera/contract/orders';
import { Box } from '@chakra-ui/react';
import { useAtomValue } from 'jotai';
import { useCallback, useEffect, useRef } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import { cartAtom } from './cart/cart.atoms.ts';
import { readConfig } from './config.atoms.ts';
import { useQuery } from '../kernel/reading/queries.ts';
import { paths } from '../paths.ts';
import { Button, ButtonLink } from '../ui/controls/button.tsx';
import { EmptyState } from '../ui/layout/empty-state.tsx';
import { LoadingScreen } from '../ui/layout/loading-screen.tsx';
import { Page, PageHeading } from '../ui/layout/page.tsx';
import { storedOrderId } from './checkout.ts';
import { cancelPayment, readOrder } from './order.ts';
import { Payment } from './payment/payment.tsx';
import { finishPurchase } from './purchase.ts';
import { checkoutFailureOf, useCheckout } from './use-checkout.ts';

/** The checkout without an order: places one for the cart, or says that the cart is empty. */
const NoOrder = () => {
  const cart = useAtomValue(cartAtom);
  const { proceed } = useCheckout();
  const started = useRef(false);
  const isEmpty = cart.length === 0;
  useEffect(() => {
    if (isEmpty || started.current) return;
    started.current = true;
    void proceed({ replace: true });
  }, [isEmpty, proceed]);
  if (!isEmpty) return <LoadingScreen />;
  return (
    <EmptyState
      sentence="No items in your cart to checkout"
      action={<ButtonLink to={paths.brand.marketplace}>Return to Marketplace</ButtonLink>}
    />
  );
};

/** The order when the page opens. A payment that was canceled on the hosted payment page is canceled here first. */
const openOrder = async (orderId: string, canceled: boolean): Promise<Order> => {
  const order = canceled ? await cancelPayment(orderId) : await readOrder(orderId);
  if (order.status === 'paid' && storedOrderId() === order.id) await finishPurchase(order);
  return order;
};

const OrderCheckout = ({ orderId, canceled }: { orderId: string; canceled: boolean }) => {
  const { data, error, refetch } = useQuery(['order', orderId, canceled], () =>
    Promise.all([openOrder(orderId, canceled), readConfig()]),
  );
  const reload = useCallback(() => void refetch(), [refetch]);
  if (data) {
    const [order, { gateway }] = data;
    return order.status === 'paid' ? (
      <Navigate to={paths.brand.purchase(order.id)} replace state={{ after: order.position }} />
    ) : (
      <Payment order={order} gateway={gateway} onChanged={reload} />
    );
  }
  if (error === null) return <LoadingScreen />;
  return (
    <EmptyState
      sentence={checkoutFailureOf(error).message}
      action={
        <Box display="flex" flexWrap="wrap" justifyContent="center" gap="3">
          <Button onClick={reload}>Try again</Button>
          <ButtonLink to={paths.brand.cart} variant="secondary">
            Back to your cart
          </ButtonLink>
        </Box>
      }
    />
  );
};

export const CheckoutPage = () => {
  const [query] = useSearchParams();
  const orderId = query.get('order');
  return (
    <Page title="Checkout">
      <PageHeading>Checkout</PageHeading>
      {orderId ? (
        <OrderCheckout key={orderId} orderId={orderId} canceled={query.get('cancelled') === 'true'} />
      ) : (
        <NoOrder />
      )}
    </Page>
  );
};

export { CheckoutPage as Component };
