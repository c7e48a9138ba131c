import { defineFailure } from '../kernel/failure.ts';

export const payoutNotFound = defineFailure(
  'payout_not_found',
  'Payout not found',
  'There’s no such payout. Reload the page.',
);
export const payoutAlreadySettled = defineFailure(
  'payout_already_settled',
  'Payout already settled',
  'This payout’s status has changed in the meantime. Reload the page to see it.',
);
export const payoutsNotHeld = defineFailure(
  'payouts_not_held',
  'No hold',
  'Payouts to this creator aren’t on hold. Reload the page.',
);
/** The facts don't include the latest outcome of earlier payouts yet; the caller gathers them again. */
export const payoutsMovedOn = defineFailure(
  'payouts_moved_on',
  'Payouts have changed',
  'Payouts to this creator have changed in the meantime. Please try again.',
);
export const payoutRunOpen = defineFailure(
  'payout_run_open',
  'A payout run is open',
  'A payout run is still open. Finish or cancel it first.',
);
export const payoutRunNotFound = defineFailure(
  'payout_run_not_found',
  'Payout run not found',
  'There’s no such payout run. Reload the page.',
);
export const payoutRunMovedOn = defineFailure(
  'payout_run_moved_on',
  'Payout run has changed',
  'This payout run’s status has changed in the meantime. Reload the page to see it.',
);
export const payoutFileEmpty = defineFailure(
  'payout_file_empty',
  'Nothing to pay',
  'This run has nothing left to pay by this method.',
);
/** Its fields say what is wrong in each line. */
export const settlementRefused = defineFailure(
  'settlement_refused',
  'File not usable',
  'Nothing was changed. Correct the file and upload it again.',
);
