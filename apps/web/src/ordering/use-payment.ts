import type { PaymentForm as Card } from '@tessera/domain/ordering/forms';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ApiError } from '../kernel/send.ts';
import { paths } from '../paths.ts';
import { forgetCheckout, keptOrderId } from './checkout.ts';
import { StillConfirming, failureOf, payOrder, settled } from './order.ts';
import type { Order } from './order.ts';
import { finishPurchase } from './purchase.ts';
import { tellCheckoutError } from './use-checkout.ts';

/** `late`: the bank has not answered for minutes. */
type Phase = 'open' | 'processing' | 'confirming' | 'late';

const tooManyAttempts = 'too_many_payment_attempts';
const orderChanged = 'order_changed';

const isRefused = (error: unknown, code: string) => error instanceof ApiError && error.code === code;

const isAboutFields = (error: unknown) => error instanceof ApiError && error.fields !== undefined;

/** What happens to one order on this page, until it is paid; `onChanged` when it isn't as it is shown any more. */
export const usePayment = (order: Order, onChanged: () => void) => {
  const navigate = useNavigate();
  const [phase, setPhase] = useState<Phase>(order.status === 'paying' ? 'confirming' : 'open');
  const [failure, setFailure] = useState<string | null>(failureOf(order) || null);
  const follow = useCallback(
    async (outcome: Promise<Order>) => {
      try {
        const paid = await outcome;
        if (paid.status !== 'paid') throw new Error(failureOf(paid));
        finishPurchase(paid);
        await navigate(paths.brand.licenses, { replace: true, state: { after: paid.position } });
      } catch (error) {
        if (error instanceof StillConfirming) return setPhase('late');
        setPhase('open');
        if (isAboutFields(error)) throw error;
        if (isRefused(error, tooManyAttempts) && keptOrderId() === order.id) forgetCheckout();
        if (isRefused(error, orderChanged)) onChanged();
        setFailure(tellCheckoutError(error));
      }
    },
    [navigate, order.id, onChanged],
  );
  /** @throws ApiError about fields of the form, which shows them. */
  const pay = async (card: Card) => {
    setFailure(null);
    setPhase('processing');
    await follow(payOrder(order, card, () => setPhase('confirming')));
  };
  const wait = useCallback(() => {
    setPhase('confirming');
    void follow(settled(order.id));
  }, [order.id, follow]);
  const resumed = useRef(false);
  useEffect(() => {
    if (order.status !== 'paying' || resumed.current) return;
    resumed.current = true;
    wait();
  }, [order, wait]);
  return { phase, failure, pay, wait };
};
