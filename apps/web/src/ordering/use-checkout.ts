import type { Order } from '@tessera/contract/orders';
import type { Cart } from '@tessera/domain/ordering/cart';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { cartAtom } from './cart/cart.atoms.ts';
import { gatewayPage } from './checkout-address.ts';
import type { CheckoutAddress } from './checkout-address.ts';
import { readConfig } from './config.atoms.ts';
import { ApiError } from '../kernel/send.ts';
import { sessionAtom } from '../kernel/session.ts';
import { store } from '../kernel/store.ts';
import { toast } from '../kernel/toast.tsx';
import { paths } from '../paths.ts';
import { checkCart, cartProblem } from './cart/cart-check.atoms.ts';
import { isStoredCart, startCheckout } from './checkout.ts';
import { cancelPayment } from './order.ts';
import { finishPurchase, lastOrder } from './purchase.ts';

const unknownError = 'There was an error processing your payment. Please try again.';

const notSignedIn = {
  title: 'Authentication Error',
  message: 'You need to be logged in to complete a purchase.',
} as const;
const notSignedInStatus = 401;

/** The title and message to show to the brand; a session that has ended is not reported as a problem with the order. */
export const checkoutFailureOf = (error: unknown): { readonly title: string; readonly message: string } => {
  if (error instanceof ApiError && error.status === notSignedInStatus) return notSignedIn;
  return { title: 'Checkout Error', message: (error instanceof Error && error.message) || unknownError };
};

export const showCheckoutError = (error: unknown): string => {
  const { title, message } = checkoutFailureOf(error);
  toast.error(title, message);
  return message;
};

/** Where the last order's payment is waited for; null if the cart can be checked out regardless. */
const addressOfLastOrder = async (order: Order, cart: Cart): Promise<CheckoutAddress | null> => {
  if (order.status === 'placed') return null;
  if (order.status === 'paid') return { path: paths.brand.purchase(order.id) };
  if ((await readConfig()).gateway === 'sandbox') return { path: paths.brand.order(order.id) };
  // On a hosted payment page, the same cart continues its payment. For another cart, the earlier payment is canceled, so
  // that nobody pays both.
  if (isStoredCart(cart)) return null;
  const ended = await cancelPayment(order.id);
  if (ended.status === 'paid') await finishPurchase(ended);
  return ended.status === 'paying' ? { path: paths.brand.order(order.id) } : addressOfLastOrder(ended, cart);
};

/**
 * Where checking out leads: to a payment under way, to an order paid in the meantime, or to the payment of a new order.
 */
const nextAddress = async (): Promise<CheckoutAddress> => {
  const last = await lastOrder();
  if (last?.status !== 'paid') {
    const problem = cartProblem(store.get(cartAtom), await checkCart());
    if (problem) throw new Error(problem);
  }
  const cart = store.get(cartAtom);
  return (last && (await addressOfLastOrder(last, cart))) ?? startCheckout(cart);
};

/** 'Proceed to Checkout': places the order and goes to its payment. */
export const useCheckout = () => {
  const navigate = useNavigate();
  const [processing, setProcessing] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const proceed = async ({ replace = false } = {}) => {
    if (!store.get(sessionAtom)) {
      toast.error(notSignedIn.title, notSignedIn.message);
      return;
    }
    if (store.get(cartAtom).length === 0) {
      toast.error('Empty Cart', 'Your cart is empty. Please add items before checkout.');
      await navigate(paths.marketplace);
      return;
    }
    setFailure(null);
    setProcessing(true);
    try {
      const address = await nextAddress();
      if ('path' in address) await navigate(address.path, { replace });
      else gatewayPage.open(address.url);
    } catch (error) {
      const message = showCheckoutError(error);
      setFailure(message);
      if (replace) await navigate(paths.brand.cart, { replace, state: { failure: message } });
    } finally {
      setProcessing(false);
    }
  };
  return { processing, failure, proceed };
};
