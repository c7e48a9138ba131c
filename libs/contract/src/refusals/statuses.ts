import type { Failure } from '@tessera/domain/kernel/failure';

/**
 * The HTTP status of each refusal, by its code. All of them are up to the caller to fix, except for 507: the server is out
 * of space.
 */
export const failureStatuses = {
  // Shared by all features
  not_signed_in: 401,
  wrong_role: 403,
  not_found: 404,
  invalid_input: 400,
  too_many_requests: 429,

  // Accounts
  user_already_exists: 422,
  wrong_password: 422,
  confirmation_needed: 403,
  second_factor_required: 403,
  code_needed: 422,
  wrong_code: 422,
  unknown_passkey: 422,
  wrong_passkey: 422,
  known_passkey: 422,
  passkey_counter_backward: 422,
  passkey_challenge_over: 422,
  too_many_wrong_codes: 429,
  no_second_factor: 422,
  email_link_over: 422,
  account_deleted: 403,
  metadata_not_allowed: 400,
  logo_not_an_image: 415,
  logo_too_large: 413,
  portrait_not_an_image: 415,
  portrait_too_large: 413,

  // Content and media
  handle_taken: 409,
  withdrawn_from_sale: 409,
  invalid_file_type: 415,
  empty_file: 422,
  file_too_large: 413,
  picture_too_large: 413,
  missing_media: 400,
  too_many_uploads: 429,
  media_quota_reached: 403,
  no_room_for_media: 507,
  upload_failed: 422,
  preview_refused: 422,
  unreadable_file: 422,
  not_a_release: 415,
  release_too_large: 413,
  too_many_releases: 409,

  // Books
  reconciliation_running: 409,

  // Orders and licenses
  empty_cart: 400,
  cart_too_large: 400,
  order_too_large: 422,
  not_for_sale: 422,
  not_offered: 422,
  creator_missing: 422,
  idempotency_key_reused: 409,
  payment_declined: 402,
  too_many_payment_attempts: 429,
  payment_in_progress: 409,
  payment_on_hosted_page: 409,
  order_changed: 409,
  not_renewable: 422,
  not_upgradable: 422,
  not_continued: 409,
  already_renewed: 409,
  already_upgraded: 409,
  license_ended: 403,
  license_refunded: 403,

  // Statements
  no_such_day: 400,
  range_backward: 400,
  range_too_long: 400,
  figures_too_long: 400,

  // Payouts and refunds
  payout_not_found: 404,
  payout_already_settled: 409,
  payouts_not_held: 409,
  payouts_moved_on: 409,
  payout_run_open: 409,
  payout_run_not_found: 404,
  payout_run_moved_on: 409,
  payout_file_empty: 422,
  settlement_refused: 422,
  refund_too_late: 422,
  refund_already_requested: 409,
  refund_not_requested: 409,
  already_refunded: 409,
  refund_too_large: 422,
  refund_amount_invalid: 422,
  refund_in_progress: 409,
  refund_while_disputed: 409,
  refund_after_renewal: 409,
  nothing_returned: 409,
  refund_elsewhere: 409,

  // Referrals
  missing_referral_information: 422,
  own_referral_code: 422,
  referral_code_taken: 409,
  too_many_referral_codes: 422,
  referral_code_not_found: 404,
  referral_not_found: 404,
  referral_not_held: 409,

  // Boards
  too_many_boards: 422,
  board_name_taken: 409,
  board_full: 422,
  not_on_board: 404,

  // Reports
  report_closed_otherwise: 409,

  // The home page
  showcase_full: 409,

  // The admin's
  invalid_admin_credentials: 401,
  missing_api_token: 409,
  connection_failed: 409,
  not_connected: 409,
  admin_exists: 409,
  deployment_failed: 409,
  replay_under_way: 409,
} as const;

/**
 * The status of each code of an error, also of those that don't come from the domain: from the framework, from parsing a
 * request, from an unavailable engine.
 */
export const errorStatuses = {
  ...failureStatuses,
  bad_request: 400,
  bad_cursor: 400,
  too_large: 413,
  unsupported: 415,
  unexpected: 500,
  unavailable: 503,
  payment_unavailable: 503,
} as const;

const isKnown = (code: string): code is keyof typeof failureStatuses => Object.hasOwn(failureStatuses, code);

/** @throws for a refusal without a status, which is a bug */
export const statusOf = ({ failure }: Pick<Failure, 'failure'>): number => {
  if (!isKnown(failure)) throw new Error(`The refusal ${failure} has no status in the contract`);
  return failureStatuses[failure];
};
