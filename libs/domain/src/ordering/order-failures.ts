import { defineFailure } from '../kernel/failure.ts';

/** Of one order. */
export const linesMax = 100;
/** Of one line. */
export const quantityMax = 100;

export const emptyCart = defineFailure(
  'empty_cart',
  400,
  'Empty Cart',
  'Your cart is empty. Please add items before checkout.',
);
export const cartTooLarge = defineFailure(
  'cart_too_large',
  400,
  'Checkout Error',
  `An order holds at most ${linesMax} items, each up to ${quantityMax} times.`,
);
export const notForSale = defineFailure('not_for_sale', 422, 'Checkout Error', 'An item is no longer for sale.');
export const notOffered = defineFailure('not_offered', 422, 'Checkout Error', 'A licence type is not offered.');
export const creatorMissing = defineFailure(
  'creator_missing',
  422,
  'Checkout Error',
  'The creator of an item is gone.',
);
export const keyReused = defineFailure(
  'idempotency_key_reused',
  409,
  'Checkout Error',
  'This checkout was already begun with another cart. Go back to your cart and check out again.',
);
export const paymentDeclined = defineFailure(
  'payment_declined',
  402,
  'Checkout Error',
  'Your card was declined. Nothing was charged. Please try another card.',
);
export const tooManyAttempts = defineFailure(
  'too_many_payment_attempts',
  429,
  'Checkout Error',
  'This order had too many failed payments. Go back to your cart and check out again.',
);
export const paymentInProgress = defineFailure(
  'payment_in_progress',
  409,
  'Payment being confirmed',
  'A payment of this order is still being confirmed. You will not be charged twice.',
);
export const paymentOnHostedPage = defineFailure(
  'payment_on_hosted_page',
  409,
  'Checkout Error',
  'This shop takes payments on the page of its payment service. Go back to your cart and check out again.',
);
