import type { Order } from '@tessera/contract/orders';
import { Box } from '@chakra-ui/react';
import { gatewayPage } from '../checkout-address.ts';
import { Button } from '../../ui/controls/button.tsx';
import { useBusy } from '../../ui/controls/use-busy.ts';
import { FocusedNotice } from '../../ui/layout/focused-notice.tsx';
import { Notice } from '../../ui/layout/notice.tsx';
import { PaymentTerms } from './payment-terms.tsx';
import { resumeCheckout } from '../checkout.ts';
import { cancelPayment } from '../order.ts';

export interface ContinuePaymentProps {
  readonly order: Order;
  /**
   * Called when there is no page to continue to: the payment went through in the meantime, or the bank is processing
   * it.
   */
  readonly onNotPayable: () => void;
  readonly onFailed: (error: unknown) => void;
}

/** Goes to the payment of exactly this order. */
export const useContinuePayment = ({ order, onNotPayable, onFailed }: ContinuePaymentProps) => {
  const [isContinuing, continuePayment] = useBusy(async () => {
    try {
      const address = await resumeCheckout(order);
      if ('url' in address) gatewayPage.open(address.url);
      else onNotPayable();
    } catch (error) {
      onFailed(error);
    }
  });
  return { isContinuing, continuePayment };
};

interface OpenPaymentProps extends ContinuePaymentProps {
  /** Takes the focus; for a page with no other way to continue. */
  readonly focused?: boolean;
  /** Receives the order after canceling; it may have been paid in the meantime, which counts. */
  readonly onCanceled: (order: Order) => void;
}

/** Shown after leaving a hosted payment page that can still be paid. */
export const OpenPayment = ({ focused = false, onCanceled, ...props }: OpenPaymentProps) => {
  const { isContinuing, continuePayment } = useContinuePayment(props);
  const { order, onFailed } = props;
  const [isCanceling, cancel] = useBusy(async () => {
    try {
      onCanceled(await cancelPayment(order.id));
    } catch (error) {
      onFailed(error);
    }
  });
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

/** Confirms 'Cancel payment'; takes the focus, because that button is gone. */
export const PaymentCanceled = () => (
  <FocusedNotice tone="accent">
    The payment was canceled. Nothing was charged, and your cart is unchanged.
  </FocusedNotice>
);
