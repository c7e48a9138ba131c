import { defineFailure } from '../kernel/failure.ts';

/** Per order. */
export const linesMax = 100;
/** Per line. */
export const quantityMax = 100;

export const emptyCart = defineFailure(
  'empty_cart',
  'Empty Cart',
  'Your cart is empty. Please add items before checkout.',
);
export const cartTooLarge = defineFailure(
  'cart_too_large',
  'Checkout Error',
  `An order can have up to ${linesMax} items, with a quantity of up to ${quantityMax} each.`,
);
export const orderTooLarge = defineFailure(
  'order_too_large',
  'Checkout Error',
  'This order is too large to be recorded as one purchase. Nothing was charged. Please split it into smaller orders.',
);
export const notForSale = defineFailure('not_for_sale', 'Checkout Error', 'An item is no longer for sale.');
export const notOffered = defineFailure('not_offered', 'Checkout Error', 'A license type is not offered.');
export const creatorMissing = defineFailure(
  'creator_missing',
  'Checkout Error',
  'The creator of an item has left Tessera.',
);
export const keyReused = defineFailure(
  'idempotency_key_reused',
  'Checkout Error',
  'This checkout was already started with a different cart. Go back to your cart and check out again.',
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
  'A payment for this order is still being confirmed. You will not be charged twice.',
);
export const paymentOnHostedPage = defineFailure(
  'payment_on_hosted_page',
  'Checkout Error',
  'Payments are made on our payment provider’s page. Go back to your cart and check out again.',
);
export const orderChanged = defineFailure(
  'order_changed',
  'This order has changed',
  'This order changed after you opened it. Nothing was charged. Please review it before you pay.',
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
export const notContinued = defineFailure(
  'not_continued',
  'License refunded',
  'This license was refunded, so it can’t be renewed or upgraded. License the item again in the marketplace.',
);
export const alreadyRenewed = defineFailure(
  'already_renewed',
  'Already renewed',
  'This license has already been renewed. You’ll find the renewal among your licenses.',
);
export const alreadyUpgraded = defineFailure(
  'already_upgraded',
  'Already upgraded',
  'This license has already been upgraded. You’ll find the perpetual license among your licenses.',
);
