import { useAtomValue } from 'jotai';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { cartAtom } from '../kernel/cart.atoms.ts';
import { configAtom } from '../kernel/config.atoms.ts';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { LoadingScreen } from '../ui/loading-screen.tsx';
import { Page, PageHeading } from '../ui/page.tsx';
import { keptOrderId } from './checkout.ts';
import { cancelPayment, readOrder } from './order.ts';
import type { Order } from './order.ts';
import { Payment } from './payment.tsx';
import { finishPurchase } from './purchase.ts';
import { useCheckout } from './use-checkout.ts';

/** Nothing to pay here: with a cart its order is placed, without one the page says so. */
const WithoutOrder = () => {
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
      action={
        <Button asChild>
          <Link to={paths.brand.marketplace}>Return to Marketplace</Link>
        </Button>
      }
    />
  );
};

const AlreadyPaid = () => (
  <EmptyState
    sentence="This order is paid. Its licences and agreements are on your dashboard."
    action={
      <Button asChild>
        <Link to={paths.brand.licenses}>View licences</Link>
      </Button>
    }
  />
);

/** The order as it is when the page opens; a payment that was left on the gateway's page is called off first. */
const openOrder = async (orderId: string, cancelled: boolean): Promise<Order> => {
  const order = cancelled ? await cancelPayment(orderId) : await readOrder(orderId);
  if (order.status === 'paid' && keptOrderId() === order.id) finishPurchase(order);
  return order;
};

const OfOrder = ({ orderId, cancelled }: { orderId: string; cancelled: boolean }) => {
  const [order, setOrder] = useState<Order>();
  const [failure, setFailure] = useState<string>();
  const [readings, setReadings] = useState(1);
  const readAgain = useCallback(() => setReadings((count) => count + 1), []);
  const config = useAtomValue(configAtom);
  useEffect(() => {
    let current = true;
    openOrder(orderId, cancelled).then(
      (read) => current && setOrder(read),
      (error: unknown) => current && setFailure(error instanceof Error ? error.message : String(error)),
    );
    return () => {
      current = false;
    };
  }, [orderId, cancelled, readings]);
  if (order?.status === 'paid') return <AlreadyPaid />;
  if (order && config) return <Payment order={order} gateway={config.gateway} onChanged={readAgain} />;
  if (!failure) return <LoadingScreen />;
  return (
    <EmptyState
      sentence={failure}
      action={
        <Button asChild>
          <Link to={paths.brand.cart}>Back to your cart</Link>
        </Button>
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
        <OfOrder key={orderId} orderId={orderId} cancelled={query.get('cancelled') === 'true'} />
      ) : (
        <WithoutOrder />
      )}
    </Page>
  );
};
