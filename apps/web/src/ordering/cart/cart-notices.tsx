import type { Order } from '@tessera/contract/orders';
import { Box, VisuallyHidden } from '@chakra-ui/react';
import { licenseTypeTitles } from '@tessera/domain/license-types';
import { useAtomValue } from 'jotai';
import { useRef } from 'react';
import { cartAtom, removeLine } from './cart.atoms.ts';
import { paths } from '../../paths.ts';
import { Money } from '../../ui/facts/money.tsx';
import { Notice, NoticeButton, NoticeLink } from '../../ui/layout/notice.tsx';
import { priceChangesAtom } from './cart-check.atoms.ts';
import { PaymentCanceled, OpenPayment } from '../payment/open-payment.tsx';
import { failureOf } from '../order.ts';
import { problemsAtom } from '../problems.atoms.ts';
import { showCheckoutError } from '../use-checkout.ts';
import { usePendingPayment } from '../payment/use-pending-payment.ts';

/** Announces changed prices, which the lines show. A live region has to exist before its content changes. */
export const PriceChangeAnnouncer = () => {
  const changes = useAtomValue(priceChangesAtom);
  return (
    <VisuallyHidden role="status" aria-label="Changed prices">
      {changes.map(({ key, title, licenseType, beforeCents, nowCents }) => (
        <Box key={key}>
          The price of {title}, {licenseTypeTitles[licenseType]}, changed from <Money cents={beforeCents} /> to{' '}
          <Money cents={nowCents} />.
        </Box>
      ))}
    </VisuallyHidden>
  );
};

/** The items that are no longer available, which have to be removed before ordering. */
export const UnavailableItems = ({ onRemoved }: { onRemoved: () => void }) => {
  const problems = useAtomValue(problemsAtom);
  const unavailable = useAtomValue(cartAtom).filter(({ id, licenseType }) => problems.has(`${id}/${licenseType}`));
  if (unavailable.length === 0) return null;
  const remove = () => {
    for (const line of unavailable) removeLine(line);
    onRemoved();
  };
  return (
    <Notice
      tone="waiting"
      title={unavailable.length === 1 ? 'An item can’t be licensed anymore' : 'Items can’t be licensed anymore'}
      action={<NoticeButton onClick={remove}>{unavailable.length === 1 ? 'Remove it' : 'Remove them'}</NoticeButton>}
    >
      {[...new Set(unavailable.map(({ title }) => title))].join(', ')}
    </Notice>
  );
};

interface PendingPaymentProps {
  readonly order: Order;
  /** Polling has stopped, so checking again is offered. */
  readonly isLate: boolean;
  readonly onCheckAgain: () => void;
}

const ConfirmingNotice = ({ order, isLate, onCheckAgain }: PendingPaymentProps) => (
  <Notice
    tone="waiting"
    title={isLate ? 'A payment for this cart is still being confirmed' : 'A payment for this cart is being confirmed'}
    action={
      <Box display="flex" flexWrap="wrap" gap="3">
        {isLate && <NoticeButton onClick={onCheckAgain}>Check again</NoticeButton>}
        <NoticeLink to={paths.brand.order(order.id)}>View payment</NoticeLink>
      </Box>
    }
  >
    Your cart is kept until the bank has answered. You will not be charged twice.
  </Notice>
);

/** A payment of this cart that was under way, and its outcome. */
export const PendingPayment = () => {
  const { watched, watch, onCanceled } = usePendingPayment();
  const place = useRef<HTMLDivElement>(null);
  if (!watched) return null;
  const { order, stage } = watched;
  const checkAgain = () => {
    void watch(order);
    // The pressed button disappears once it has been pressed.
    place.current?.focus({ preventScroll: true });
  };
  const notice = () => {
    if (stage === 'canceled') return <PaymentCanceled />;
    if (order.status === 'placed') return <Notice title="The payment did not go through">{failureOf(order)}</Notice>;
    if (order.payment !== 'open')
      return <ConfirmingNotice order={order} isLate={stage === 'late'} onCheckAgain={checkAgain} />;
    return (
      <OpenPayment
        order={order}
        onNotPayable={() => void watch(order)}
        onCanceled={onCanceled}
        onFailed={showCheckoutError}
      />
    );
  };
  return (
    <Box ref={place} tabIndex={-1} borderRadius="control">
      {notice()}
    </Box>
  );
};
