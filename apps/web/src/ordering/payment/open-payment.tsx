import type { Order } from '@tessera/contract/orders';
import { Box } from '@chakra-ui/react';
import { useState } from 'react';
import { gatewayPage } from '../checkout-address.ts';
import { Button } from '../../ui/controls/button.tsx';
import { FocusedNotice } from '../../ui/layout/focused-notice.tsx';
import { Notice } from '../../ui/layout/notice.tsx';
import { PaymentTerms } from './payment-terms.tsx';
import { resumeCheckout } from '../checkout.ts';
import { cancelPayment } from '../order.ts';

interface ContinuePaymentProps {
  readonly order: Order;
  /** There is no page to continue to: the payment went through meanwhile, or the bank has it. */
  readonly onNotPayable: () => void;
  readonly onFailed: (error: unknown) => void;
}

/** Goes to where this very order is paid. */
export const useContinuePayment = ({ order, onNotPayable, onFailed }: ContinuePaymentProps) => {
  const [isContinuing, setIsContinuing] = useState(false);
  const continuePayment = async () => {
    setIsContinuing(true);
    try {
      const address = await resumeCheckout(order);
      if ('url' in address) gatewayPage.open(address.url);
      else onNotPayable();
    } catch (error) {
      onFailed(error);
    } finally {
      setIsContinuing(false);
    }
  };
  return { isContinuing, continuePayment };
};

interface OpenPaymentProps extends ContinuePaymentProps {
  /** Where nothing else continues: it takes the focus. */
  readonly focused?: boolean;
  /** Hears of the order as it is then; a payment that went through meanwhile counts. */
  readonly onCanceled: (order: Order) => void;
}

/** The gateway's page was left, and still waits to be paid. */
export const OpenPayment = ({ focused = false, onCanceled, ...props }: OpenPaymentProps) => {
  const { isContinuing, continuePayment } = useContinuePayment(props);
  const [isCanceling, setIsCanceling] = useState(false);
  const { order, onFailed } = props;
  const cancel = async () => {
    setIsCanceling(true);
    try {
      onCanceled(await cancelPayment(order.id));
    } catch (error) {
      onFailed(error);
    } finally {
      setIsCanceling(false);
    }
  };
  const isBusy = isContinuing || isCanceling;
  const NoticeComponent = focused ? FocusedNotice : Notice;
  return (
    <NoticeComponent
      tone="waiting"
      title="You haven’t paid yet"
      action={
        <Box display="flex" flexWrap="wrap" gap="3">
          <Button
            size="sm"
            disabled={isBusy}
            loading={isContinuing}
            loadingText="Preparing checkout…"
            onClick={() => void continuePayment()}
          >
            Continue to payment
          </Button>
          <Button
            variant="secondary"
            size="sm"
            disabled={isBusy}
            loading={isCanceling}
            loadingText="Canceling…"
            onClick={() => void cancel()}
          >
            Cancel payment
          </Button>
        </Box>
      }
    >
      You left the payment page, and nothing was charged. It’s still open, and your cart is kept.
      {focused && <PaymentTerms mt="2" />}
    </NoticeComponent>
  );
};

/** The answer to 'Cancel payment', whose button is gone. */
export const PaymentCanceled = () => (
  <FocusedNotice tone="accent">
    The payment was canceled. Nothing was charged, and your cart is unchanged.
  </FocusedNotice>
);
