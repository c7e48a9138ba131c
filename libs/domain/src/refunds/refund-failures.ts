import { defineFailure } from '../kernel/failure.ts';

export const refundTooLate = defineFailure(
  'refund_too_late',
  'Too late for a refund',
  'You can ask for a refund within 14 days of the purchase.',
);
export const refundAlreadyRequested = defineFailure(
  'refund_already_requested',
  'Refund already requested',
  'You’ve already asked for a refund of this license. We’ll email you when it’s decided.',
);
export const refundNotRequested = defineFailure(
  'refund_not_requested',
  'No refund requested',
  'No refund request for this license is waiting for a decision. Reload the list.',
);
export const alreadyRefunded = defineFailure(
  'already_refunded',
  'Already refunded',
  'This license has been refunded in full. There’s nothing left to refund.',
);
export const refundTooLarge = defineFailure(
  'refund_too_large',
  'Refund too large',
  'You can refund at most what’s left of the price.',
);
export const refundAmountInvalid = defineFailure(
  'refund_amount_invalid',
  'Invalid amount',
  'Enter an amount of at least $0.01, in dollars and cents.',
);
export const refundInProgress = defineFailure(
  'refund_in_progress',
  'Refund in progress',
  'A refund of this license is on its way to the bank. Wait until it’s done.',
);
export const refundWhileDisputed = defineFailure(
  'refund_while_disputed',
  'Payment disputed',
  'The payment for this license is disputed with the bank. It can be refunded once that’s decided.',
);
export const refundElsewhere = defineFailure(
  'refund_elsewhere',
  'Refund it at the gateway',
  'This payment came through a gateway that isn’t connected anymore. Refund it there.',
);

export const refundAfterRenewal = defineFailure(
  'refund_after_renewal',
  'License already renewed or upgraded',
  'This license has been renewed or upgraded. Ask for a refund of the newer license instead.',
);

export const nothingReturned = defineFailure(
  'nothing_returned',
  'Nothing to pay',
  'No refund of this license was returned, or it has been paid in another way already. Reload the list.',
);
