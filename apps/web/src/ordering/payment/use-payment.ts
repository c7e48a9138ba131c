import type { Order } from '@tessera/contract/orders';
import type { PaymentForm as Card } from '@tessera/domain/ordering/forms';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ApiError } from '../../kernel/send.ts';
import { sessionAtom } from '../../kernel/session.ts';
import { store } from '../../kernel/store.ts';
import { paths } from '../../paths.ts';
import { forgetCheckout, storedOrderId } from '../checkout.ts';
import { StillConfirming, failureOf, payOrder, pollUntilDecided } from '../order.ts';
import { finishPurchase } from '../purchase.ts';
import { showCheckoutError } from '../use-checkout.ts';
import { useLatestRequest } from '../use-latest-request.ts';

/** `unpaid`: the hosted payment page was left and is still open. `late`: the bank hasn't answered for minutes. */
type Phase = 'open' | 'processing' | 'confirming' | 'unpaid' | 'late' | 'canceled';

const tooManyAttempts = 'too_many_payment_attempts';
const orderChanged = 'order_changed';

const isRefused = (error: unknown, code: string) => error instanceof ApiError && error.code === code;

const isAboutFields = (error: unknown) => error instanceof ApiError && error.fields !== undefined;

const phaseOf = ({ status, payment }: Order): Phase => {
  if (status !== 'paying') return 'open';
  return payment === 'open' ? 'unpaid' : 'confirming';
};

/** Why the last payment failed. `attempt` tells failures with the same message apart. */
interface Failure {
  readonly message: string;
  readonly attempt: number;
}

const previousFailure = (order: Order): Failure | null => {
  const message = failureOf(order);
  return message ? { message, attempt: 0 } : null;
};

/** The payment of one order, until it is paid. `onChanged` is called when the order is no longer as shown. */
export const usePayment = (order: Order, onChanged: () => void) => {
  const navigate = useNavigate();
  const [phase, setPhase] = useState<Phase>(phaseOf(order));
  const [failure, setFailure] = useState<Failure | null>(previousFailure(order));
  const startRequest = useLatestRequest();
  const hasLeft = useRef(false);
  useEffect(() => {
    hasLeft.current = false;
    return () => {
      hasLeft.current = true;
    };
  }, []);
  const showFailure = useCallback(
    (error: unknown) => {
      if (isRefused(error, tooManyAttempts) && storedOrderId() === order.id) forgetCheckout();
      if (isRefused(error, orderChanged)) onChanged();
      const message = showCheckoutError(error);
      setFailure((last) => ({ message, attempt: (last?.attempt ?? 0) + 1 }));
    },
    [order.id, onChanged],
  );
  const follow = useCallback(
    async (outcome: Promise<Order>, isLatest: () => boolean) => {
      const buyer = store.get(sessionAtom)?.userId;
      const isCurrent = () => isLatest() && (store.get(sessionAtom)?.userId ?? buyer) === buyer;
      try {
        const paid = await outcome;
        if (!isCurrent()) return;
        if (paid.status !== 'paid') throw new Error(failureOf(paid));
        const view = (replace: boolean) =>
          navigate(paths.brand.purchase(paid.id), { replace, state: { after: paid.position } });
        // Whoever has left the page is told where they are now, and goes there when they like.
        if (hasLeft.current) return await finishPurchase(paid, () => void view(false));
        await finishPurchase(paid);
        await view(true);
      } catch (error) {
        if (!isCurrent()) return;
        if (hasLeft.current) {
          if (!(error instanceof StillConfirming)) showCheckoutError(error);
          return;
        }
        // An unpaid payment page stays unpaid, however long it has been polled.
        if (error instanceof StillConfirming) return setPhase((last) => (last === 'unpaid' ? last : 'late'));
        setPhase('open');
        if (isAboutFields(error)) {
          setFailure(null);
          throw error;
        }
        showFailure(error);
      }
    },
    [navigate, showFailure],
  );
  /** @throws ApiError with errors for the form's fields, which the form shows */
  const pay = async (card: Card) => {
    setPhase('processing');
    const confirm = () => {
      setFailure(null);
      setPhase('confirming');
    };
    await follow(payOrder(order, card, confirm), startRequest());
  };
  const waitForBank = useCallback(() => {
    setFailure(null);
    setPhase((last) => (last === 'unpaid' ? last : 'confirming'));
    const isCurrent = startRequest();
    const show = (latest: Order) => {
      if (isCurrent()) setPhase(phaseOf(latest));
    };
    void follow(pollUntilDecided(order.id, show), isCurrent);
  }, [order.id, startRequest, follow]);
  const onCanceled = (ended: Order) => {
    if (ended.status === 'paying') return waitForBank();
    const isCurrent = startRequest();
    if (ended.status === 'paid') return void follow(Promise.resolve(ended), isCurrent);
    setFailure(null);
    return setPhase('canceled');
  };
  const resumed = useRef(false);
  useEffect(() => {
    if (order.status !== 'paying' || resumed.current) return;
    resumed.current = true;
    waitForBank();
  }, [order, waitForBank]);
  return { phase, failure, pay, waitForBank, showFailure, onCanceled };
};
