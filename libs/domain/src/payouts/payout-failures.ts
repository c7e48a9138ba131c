import { defineFailure } from '../kernel/failure.ts';

export const payoutNotFound = defineFailure(
  'payout_not_found',
  'Payout not found',
  'There’s no such payout. Reload the page.',
);
export const payoutAlreadySettled = defineFailure(
  'payout_already_settled',
  'Payout already settled',
  'This payout has moved on in the meantime. Reload the page to see where it stands.',
);
export const payoutsNotHeld = defineFailure(
  'payouts_not_held',
  'No hold',
  'Payouts to this creator aren’t on hold. Reload the page.',
);
