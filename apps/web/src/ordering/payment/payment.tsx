import type { PublicConfig } from '@tessera/contract/operations';
import type { Order } from '@tessera/contract/orders';
import { Box } from '@chakra-ui/react';
import type { LicenseBasis } from '@tessera/domain/licensing/basis';
import { lazyComponent } from '../../kernel/lazy-component.tsx';
import { paths } from '../../paths.ts';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import { NoticeButton, NoticeLink } from '../../ui/layout/notice.tsx';
import { FocusedNotice } from '../../ui/layout/focused-notice.tsx';
import { BilledTo } from './billed-to.tsx';
import { PaymentTerms } from './payment-terms.tsx';
import { PaymentCanceled, OpenPayment, useContinuePayment } from './open-payment.tsx';
import type { ContinuePaymentProps } from './open-payment.tsx';
import { OrderItems } from '../order-items.tsx';
import { OrderSummary } from '../order-lines.tsx';
import { basisOf } from '../order.ts';
import { PaymentForm } from './payment-form.tsx';
import { usePayment } from './use-payment.ts';

// Loaded on demand, so that the form doesn't wait for them: one has to ask the server first, the other is below the
// form.
const OrderNotices = lazyComponent(async () => (await import('../order-notices.tsx')).OrderNotices);

const TestCards = lazyComponent(async () => (await import('../test-cards.tsx')).TestCards);

/** For a renewal or upgrade, which is ordered from its license instead of the cart. */
const BackToLicense = ({ basis }: { basis: LicenseBasis }) => (
  <NoticeLink to={paths.brand.license(basis.license_id)}>Back to the license</NoticeLink>
);

interface ConfirmingNoticeProps {
  readonly isLate: boolean;
  readonly isHosted: boolean;
  readonly basis: LicenseBasis | null;
  readonly onCheckAgain: () => void;
}

/** The outcome of the payment isn't known yet. */
const ConfirmingNotice = ({ isLate, isHosted, basis, onCheckAgain }: ConfirmingNoticeProps) => (
  <FocusedNotice
    // A new notice takes the focus again, because the pressed button of the previous one is gone.
    key={String(isLate)}
    tone="waiting"
    title={isLate ? 'Your bank is still confirming' : 'Your bank is confirming…'}
    action={
      (isLate || (isHosted && basis)) && (
        <Box display="flex" flexWrap="wrap" gap="3">
          {isLate && <NoticeButton onClick={onCheckAgain}>Check again</NoticeButton>}
          {isHosted && basis && <BackToLicense basis={basis} />}
        </Box>
      )
    }
  >
    You will not be charged twice. You can leave this page: your cart is kept, and your licenses will be on your
    dashboard as soon as your bank has answered.
  </FocusedNotice>
);

/** For a gateway with a hosted payment page on which nothing has been paid yet. */
const HostedPayment = (props: ContinuePaymentProps) => {
  const { isContinuing, continuePayment } = useContinuePayment(props);
  return (
    <Box display="grid" gap="4">
      <PaymentTerms />
      <Box display="flex" flexWrap="wrap" gap="3">
        <Button
          size="lg"
          loading={isContinuing}
          loadingText="Preparing checkout…"
          onClick={() => void continuePayment()}
        >
          Continue to payment
        </Button>
        {!basisOf(props.order) && (
          <ButtonLink to={paths.brand.cart} size="lg" variant="ghost">
            Back to your cart
          </ButtonLink>
        )}
      </Box>
    </Box>
  );
};

interface PaymentProps {
  readonly order: Order;
  readonly gateway: PublicConfig['gateway'];
  readonly onChanged: () => void;
}

export const Payment = ({ order, gateway, onChanged }: PaymentProps) => {
  const { phase, failure, pay, waitForBank, showFailure, onCanceled } = usePayment(order, onChanged);
  const continueProps = { order, onNotPayable: waitForBank, onFailed: showFailure };
  const basis = basisOf(order);
  const count = order.lines.reduce((sum, line) => sum + line.quantity, 0);
  const isHosted = gateway !== 'sandbox';
  const isOpen = phase === 'open' || phase === 'canceled';
  const isWaiting = phase === 'confirming' || phase === 'late';
  return (
    <Box
      display="grid"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 420px' }}
      gap={{ base: '8', lg: '16' }}
      alignItems="start"
    >
      <Box maxW="lg" order={{ base: 2, lg: 1 }} display="grid" gap="5">
        {/* The notices stay during the payment, so that nothing moves under the pressed button. */}
        {(isOpen || (!isHosted && phase !== 'unpaid')) && <OrderNotices order={order} />}
        {phase === 'canceled' && <PaymentCanceled />}
        {failure && (
          // During the next payment it is gone, but keeps its space, so that nothing moves under the pressed button.
          <Box key={failure.attempt} visibility={phase === 'processing' ? 'hidden' : undefined}>
            <FocusedNotice>{failure.message}</FocusedNotice>
          </Box>
        )}
        {phase === 'unpaid' && <OpenPayment focused {...continueProps} onCanceled={onCanceled} />}
        {isHosted && isOpen && <HostedPayment {...continueProps} />}
        <Box display="grid" alignItems="start" css={{ '& > *': { gridArea: '1 / 1' } }}>
          {!isHosted && (
            // While waiting, the form keeps its space and its input, so that after a refusal nobody has to type it
            // again.
            <Box display="grid" gap="6" visibility={isWaiting ? 'hidden' : undefined}>
              <PaymentForm totalCents={order.total.amount_cents} processing={!isOpen} onPay={pay} />
              <TestCards />
            </Box>
          )}
          {isWaiting && (
            <ConfirmingNotice isLate={phase === 'late'} isHosted={isHosted} basis={basis} onCheckAgain={waitForBank} />
          )}
        </Box>
      </Box>
      <Box order={{ base: 1, lg: 2 }}>
        <OrderSummary count={count} totalCents={order.total.amount_cents}>
          <OrderItems order={order} />
          <BilledTo />
        </OrderSummary>
      </Box>
    </Box>
  );
};
