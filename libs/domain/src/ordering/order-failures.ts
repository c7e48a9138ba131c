import { defineFailure } from '../kernel/failure.ts';

/** Of one order. */
export const linesMax = 100;
/** Of one line. */
export const quantityMax = 100;

export const emptyCart = defineFailure(
  'empty_cart',
  'Empty Cart',
  'Your cart is empty. Please add items before checkout.',
);
export const cartTooLarge = defineFailure(
  'cart_too_large',
  'Checkout Error',
  `An order holds at most ${linesMax} items, each up to ${quantityMax} times.`,
);
export const notForSale = defineFailure('not_for_sale', 'Checkout Error', 'An item is no longer for sale.');
export const notOffered = defineFailure('not_offered', 'Checkout Error', 'A license type is not offered.');
export const creatorMissing = defineFailure('creator_missing', 'Checkout Error', 'The creator of an item is gone.');
export const keyReused = defineFailure(
  'idempotency_key_reused',
  'Checkout Error',
  'This checkout was already begun with another cart. Go back to your cart and check out again.',
);
export const paymentDeclined = defineFailure(
  'payment_declined',
  'Checkout Error',
  'Your card was declined. Nothing was charged. Please try another card.',
);
export const tooManyAttempts = defineFailure(
  'too_many_payment_attempts',
  'Checkout Error',
  'This order had too many failed payments. Go back to your cart and check out again.',
);
export const paymentInProgress = defineFailure(
  'payment_in_progress',
  'Payment being confirmed',
  'A payment of this order is still being confirmed. You will not be charged twice.',
);
export const paymentOnHostedPage = defineFailure(
  'payment_on_hosted_page',
  'Checkout Error',
  'This shop takes payments on the page of its payment service. Go back to your cart and check out again.',
);
export const orderChanged = defineFailure(
  'order_changed',
  'This order has changed',
  'This order is not as it was shown any more. Nothing was charged. Look at it again before you pay.',
);
export const notRenewable = defineFailure(
  'not_renewable',
  'Renewal not possible',
  'Only a six-month license can be renewed. For more time, license the item again in the marketplace.',
);
export const notUpgradable = defineFailure(
  'not_upgradable',
  'Upgrade not possible',
  'Only a six-month license that has not ended can be upgraded. License the item again in the marketplace.',
);
export const alreadyRenewed = defineFailure(
  'already_renewed',
  'Already renewed',
  'This license has been renewed. Go on with its renewal, which is among your licenses.',
);
export const alreadyUpgraded = defineFailure(
  'already_upgraded',
  'Already upgraded',
  'This license has been upgraded. Its perpetual license is among your licenses and has no end.',
);
