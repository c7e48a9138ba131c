import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { cartAtom } from '../kernel/cart.atoms.ts';
import { sessionAtom } from '../kernel/session.ts';
import { store } from '../kernel/store.ts';
import { toast } from '../kernel/toast.tsx';
import { paths } from '../paths.ts';
import { startCheckout } from './checkout.ts';

const unexplained = 'There was an error processing your payment. Please try again.';

export const tellCheckoutError = (error: unknown): string => {
  const message = (error instanceof Error && error.message) || unexplained;
  toast.error('Checkout Error', message);
  return message;
};

/** 'Proceed to Checkout': places the order and goes to where it is paid. */
export const useCheckout = () => {
  const navigate = useNavigate();
  const [processing, setProcessing] = useState(false);
  const proceed = async ({ replace = false } = {}) => {
    const cart = store.get(cartAtom);
    if (!store.get(sessionAtom)) {
      toast.error('Authentication Error', 'You need to be logged in to complete a purchase.');
      return;
    }
    if (cart.length === 0) {
      toast.error('Empty Cart', 'Your cart is empty. Please add items before checkout.');
      await navigate(paths.marketplace);
      return;
    }
    setProcessing(true);
    try {
      const address = await startCheckout(cart);
      if ('path' in address) await navigate(address.path, { replace });
      else window.location.assign(address.url);
    } catch (error) {
      tellCheckoutError(error);
      if (replace) await navigate(paths.brand.cart, { replace });
    } finally {
      setProcessing(false);
    }
  };
  return { processing, proceed };
};
