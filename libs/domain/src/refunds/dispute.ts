import { assertNever } from '../kernel/decider.ts';
import type { Decider } from '../kernel/decider.ts';
import { defineEvent } from '../kernel/event.ts';
import type { EventOf } from '../kernel/event.ts';
import { formatUsd } from '../money.ts';
import type { Cents } from '../money.ts';

/** One license of the disputed payment. */
export interface DisputedLicense {
  readonly license_id: string;
  readonly creator_id: string;
  readonly amount_cents: Cents;
}

interface OfDispute {
  /** The gateway's id for it. */
  readonly dispute_id: string;
  readonly order_id: string;
  readonly brand_id: string;
  readonly gateway: string;
  readonly licenses: readonly DisputedLicense[];
}

export interface DisputeOpenedData extends OfDispute {
  readonly amount_cents: Cents;
  /** The gateway's term for the reason, such as `fraudulent`. */
  readonly reason: string;
  /** Until when the bank accepts evidence, ISO 8601; null if it doesn't say. */
  readonly evidence_due_at: string | null;
}

export const disputeWarned = defineEvent<DisputeOpenedData>()('DisputeWarned', {
  audit: ({ amount_cents, order_id, reason }) =>
    `A bank warned that ${formatUsd(amount_cents)} of order ${order_id} may be disputed: ${reason}. No money has moved.`,
});
export const disputeOpened = defineEvent<DisputeOpenedData>()('DisputeOpened', {
  audit: ({ amount_cents, order_id, reason }) =>
    `The bank took back ${formatUsd(amount_cents)} of order ${order_id} until a dispute is decided: ${reason}.`,
});
export const disputeWon = defineEvent<OfDispute>()('DisputeWon', {
  audit: ({ order_id }) => `The dispute about order ${order_id} was won; the money is back.`,
});
export const disputeLost = defineEvent<OfDispute>()('DisputeLost', {
  audit: ({ order_id }) => `The dispute about order ${order_id} was lost; the money is gone.`,
});

const disputeEvents = [disputeWarned, disputeOpened, disputeWon, disputeLost] as const;
export type DisputeEvent = EventOf<(typeof disputeEvents)[number]>;

/** A warning moves no money. The bank takes the money when a dispute is opened, and returns it when it is won. */
export const disputeStandings = ['warning', 'open', 'won', 'lost'] as const;
export type DisputeStanding = (typeof disputeStandings)[number];

/** The gateway's latest report on a dispute, regardless of earlier ones. */
export interface ReportDispute extends DisputeOpenedData {
  readonly kind: 'report';
  readonly standing: DisputeStanding;
}

export type DisputeState = { readonly status: 'none' } | (OfDispute & { readonly status: DisputeStanding });

const idsOf = ({ dispute_id, order_id, brand_id, gateway, licenses }: OfDispute): OfDispute => ({
  dispute_id,
  order_id,
  brand_id,
  gateway,
  licenses,
});

const closed = { won: disputeWon, lost: disputeLost } as const;

/**
 * A payment that its cardholder disputes with the bank. It is opened once. After a decision, only the opposite decision
 * can follow, if the bank changes its mind.
 */
export const dispute: Decider<DisputeState, ReportDispute, DisputeEvent> = {
  category: 'dispute',
  events: disputeEvents,
  initial: { status: 'none' },
  evolve: (_state, event) => {
    switch (event.type) {
      case 'DisputeWarned':
        return { status: 'warning', ...idsOf(event.data) };
      case 'DisputeOpened':
        return { status: 'open', ...idsOf(event.data) };
      case 'DisputeWon':
        return { status: 'won', ...idsOf(event.data) };
      case 'DisputeLost':
        return { status: 'lost', ...idsOf(event.data) };
      default:
        return assertNever(event);
    }
  },
  decide: ({ kind: _kind, standing, ...report }, state) => {
    if (state.status === standing) return [];
    if (standing === 'warning') return state.status === 'none' ? [disputeWarned.of(report)] : [];
    const isNew = state.status === 'none' || state.status === 'warning';
    // Refunds since the dispute was won aren't taken again: only the report says that the bank now takes less.
    const isTakenAgain = state.status === 'won' && standing === 'lost';
    const ids = isNew || isTakenAgain ? idsOf(report) : idsOf(state);
    const opened = isNew ? [disputeOpened.of(report)] : [];
    return standing === 'open' ? opened : [...opened, closed[standing].of(ids)];
  },
};
