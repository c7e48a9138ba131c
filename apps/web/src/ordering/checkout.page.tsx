import { Box, chakra } from '@chakra-ui/react';
import type { PaymentForm as Card } from '@tessera/domain/ordering/forms';
import { useAtomValue } from 'jotai';
import { CircleAlert, Landmark } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { cartAtom, emptyCart } from '../kernel/cart.atoms.ts';
import { configAtom } from '../kernel/config.atoms.ts';
import { toast } from '../kernel/toast.tsx';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { LoadingScreen } from '../ui/loading-screen.tsx';
import { Page, PageHeading } from '../ui/page.tsx';
import { OrderLine, OrderSummary } from './order-lines.tsx';
import { payOrder, readOrder, settled } from './order.ts';
import type { Order } from './order.ts';
import { PaymentForm } from './payment-form.tsx';
import { TestCards } from './test-cards.tsx';
import { tellCheckoutError, useCheckout } from './use-checkout.ts';

const Notice = ({ tone, icon, children }: { tone: 'trouble' | 'waiting'; icon: ReactNode; children: ReactNode }) => (
  <Box
    role={tone === 'trouble' ? 'alert' : 'status'}
    display="flex"
    gap="3"
    p="4"
    mb="5"
    borderRadius="control"
    fontSize="sm"
    bg={`${tone}.tint`}
    color={tone}
  >
    {icon}
    <Box>{children}</Box>
  </Box>
);

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

type Phase = 'open' | 'processing' | 'confirming';

/** What happens to one order on this page, until it is paid. */
const usePayment = (order: Order) => {
  const navigate = useNavigate();
  const [phase, setPhase] = useState<Phase>(order.status === 'paying' ? 'confirming' : 'open');
  const [failure, setFailure] = useState<string | null>(null);
  const follow = useCallback(
    async (outcome: Promise<Order>) => {
      try {
        const paid = await outcome;
        if (paid.status !== 'paid') throw new Error(paid.last_failure ?? '');
        emptyCart({ silent: true });
        toast.success('Purchase complete', 'Your licences and agreements are ready.');
        await navigate(paths.brand.licenses, { replace: true, state: { after: paid.position } });
      } catch (error) {
        setFailure(tellCheckoutError(error));
        setPhase('open');
      }
    },
    [navigate],
  );
  const pay = async (card: Card) => {
    setFailure(null);
    setPhase('processing');
    await follow(payOrder(order.id, card, () => setPhase('confirming')));
  };
  const resumed = useRef(false);
  useEffect(() => {
    if (order.status !== 'paying' || resumed.current) return;
    resumed.current = true;
    void follow(settled(order.id));
  }, [order, follow]);
  return { phase, failure, pay };
};

/** So many lines leave the card fields on a phone's first screen. */
const openLinesMax = 2;

const Lines = ({ order }: { order: Order }) => (
  <chakra.details open={order.lines.length <= openLinesMax} mt="4" borderTopWidth="1px" borderColor="hairline" pt="2">
    <chakra.summary cursor="pointer" fontSize="sm" fontWeight="500" minH="9" py="2">
      What you are licensing
    </chakra.summary>
    <chakra.ul listStyleType="none" css={{ '& > :last-child': { borderBottomWidth: 0, pb: 0 } }}>
      {order.lines.map((line) => (
        <OrderLine
          key={`${line.content_id}/${line.license_type}`}
          line={{
            key: line.content_id,
            title: line.title,
            mediaUrl: line.media_url,
            mediaType: line.media_type,
            licenseType: line.license_type,
            quantity: line.quantity,
            unitCents: line.unit_price_cents,
          }}
        />
      ))}
    </chakra.ul>
  </chakra.details>
);

const Payment = ({ order }: { order: Order }) => {
  const { phase, failure, pay } = usePayment(order);
  const config = useAtomValue(configAtom);
  const count = order.lines.reduce((sum, line) => sum + line.quantity, 0);
  return (
    <Box
      display="grid"
      gridTemplateColumns={{ base: '1fr', lg: 'minmax(0, 1fr) 420px' }}
      gap={{ base: '8', lg: '16' }}
      alignItems="start"
    >
      <Box maxW="lg" order={{ base: 2, lg: 1 }}>
        {failure && phase === 'open' && (
          <Notice tone="trouble" icon={<CircleAlert size={18} strokeWidth={1.5} aria-hidden />}>
            {failure}
          </Notice>
        )}
        {phase === 'confirming' && (
          <Notice tone="waiting" icon={<Landmark size={18} strokeWidth={1.5} aria-hidden />}>
            Your bank is confirming… You will not be charged twice.
          </Notice>
        )}
        <PaymentForm totalCents={order.total.amount_cents} processing={phase !== 'open'} onPay={pay} />
        {config?.gateway === 'sandbox' && (
          <Box mt="6">
            <TestCards />
          </Box>
        )}
      </Box>
      <Box order={{ base: 1, lg: 2 }}>
        <OrderSummary count={count} totalCents={order.total.amount_cents}>
          <Lines order={order} />
        </OrderSummary>
      </Box>
    </Box>
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

const OfOrder = ({ orderId }: { orderId: string }) => {
  const [order, setOrder] = useState<Order>();
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    let current = true;
    readOrder(orderId).then(
      (read) => current && setOrder(read),
      (error: unknown) => current && setFailure(error instanceof Error ? error.message : String(error)),
    );
    return () => {
      current = false;
    };
  }, [orderId]);
  if (order) return order.status === 'paid' ? <AlreadyPaid /> : <Payment order={order} />;
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
      {orderId ? <OfOrder key={orderId} orderId={orderId} /> : <WithoutOrder />}
    </Page>
  );
};
