import type { Decider } from '../kernel/decider.ts';
import { assertNever } from '../kernel/decider.ts';
import { defineEvent } from '../kernel/event.ts';
import type { EventOf } from '../kernel/event.ts';
import { defineFailure } from '../kernel/failure.ts';

export const codesPerCreatorMax = 100;

export interface ReferralCodeCreatedData {
  readonly code_id: string;
  readonly code: string;
  readonly creator_id: string;
  /** The creator's own note; it may name people. */
  readonly description: string | null;
  /** ISO 8601. */
  readonly created_at: string;
}

export type ReferralCodeDeletedData = Pick<ReferralCodeCreatedData, 'code_id' | 'code' | 'creator_id'>;

/** Never shown to a user: the server tries another code. */
export const codeTaken = defineFailure('referral_code_taken', 'Code taken', 'This referral code is taken.');
export const tooManyCodes = defineFailure(
  'too_many_referral_codes',
  'Error creating referral code',
  `You have ${codesPerCreatorMax} referral codes. Please delete one you no longer use.`,
);
export const codeNotFound = defineFailure(
  'referral_code_not_found',
  'Error deleting referral code',
  'This referral code no longer exists, or it isn’t yours.',
);

export const referralCodeCreated = defineEvent<ReferralCodeCreatedData>()('ReferralCodeCreated', {
  personal: { account: (data) => data.creator_id, fields: ['description'] },
  audit: (data) => `Creator ${data.creator_id} created the referral code ${data.code}.`,
});
export const referralCodeDeleted = defineEvent<ReferralCodeDeletedData>()('ReferralCodeDeleted', {
  audit: (data) => `Creator ${data.creator_id} deleted the referral code ${data.code}.`,
});

const referralCodeEvents = [referralCodeCreated, referralCodeDeleted] as const;
export type ReferralCodeEvent = EventOf<(typeof referralCodeEvents)[number]>;

export type ReferralCodeCommand =
  | { readonly kind: 'create'; readonly created: ReferralCodeCreatedData }
  | { readonly kind: 'delete'; readonly creator_id: string };

export type ReferralCodeState =
  | { readonly status: 'none' }
  | { readonly status: 'open'; readonly code: ReferralCodeCreatedData }
  | { readonly status: 'deleted'; readonly code: ReferralCodeDeletedData };

/** One code. Its stream has the code as its id, so that no code is issued twice, not even after it was deleted. */
export const referralCode: Decider<ReferralCodeState, ReferralCodeCommand, ReferralCodeEvent> = {
  category: 'referralCode',
  events: referralCodeEvents,
  initial: { status: 'none' },
  evolve: (_state, event) => {
    switch (event.type) {
      case 'ReferralCodeCreated':
        return { status: 'open', code: event.data };
      case 'ReferralCodeDeleted':
        return { status: 'deleted', code: event.data };
      default:
        return assertNever(event);
    }
  },
  decide: (command, state) => {
    switch (command.kind) {
      case 'create':
        return create(command.created, state);
      case 'delete':
        return remove(command.creator_id, state);
      default:
        return assertNever(command);
    }
  },
};

const create = (created: ReferralCodeCreatedData, state: ReferralCodeState) => {
  if (state.status === 'none') return [referralCodeCreated.of(created)];
  const repeated = state.status === 'open' && state.code.code_id === created.code_id;
  return repeated ? [] : codeTaken();
};

const remove = (creatorId: string, state: ReferralCodeState) => {
  if (state.status === 'none' || state.code.creator_id !== creatorId) return codeNotFound();
  if (state.status === 'deleted') return [];
  const { code_id, code, creator_id } = state.code;
  return [referralCodeDeleted.of({ code_id, code, creator_id })];
};
