import { changes, defineView, on, ownFields } from '../kernel/view.ts';
import { disputeLost, disputeOpened, disputeWarned, disputeWon } from './dispute.ts';
import type { DisputeOpenedData, DisputeStanding } from './dispute.ts';

export interface Dispute extends DisputeOpenedData {
  readonly standing: DisputeStanding;
  /** When it was first reported to us: ISO 8601. */
  readonly opened_at: string;
  /** Null while it is open. */
  readonly decided_at: string | null;
}

interface At {
  readonly recordedAt: string;
}

const reported =
  (standing: 'warning' | 'open') =>
  (before: Dispute | undefined, data: DisputeOpenedData, { recordedAt }: At): Dispute => ({
    ...data,
    standing,
    opened_at: before?.opened_at ?? recordedAt,
    decided_at: null,
  });

const decided =
  (standing: 'won' | 'lost') =>
  (before: Dispute, _data: unknown, { recordedAt: decided_at }: At): Dispute => ({ ...before, standing, decided_at });

/** Every dispute and every warning of one, by the gateway's id. */
export const disputes = defineView<Dispute>({
  name: 'disputes',
  version: 1,
  on: [
    on(disputeWarned, 'dispute_id', reported('warning')),
    on(disputeOpened, 'dispute_id', reported('open')),
    changes(disputeWon, 'dispute_id', decided('won')),
    changes(disputeLost, 'dispute_id', decided('lost')),
  ],
  indexes: {
    fields: ownFields('standing', 'order_id', 'opened_at'),
    orders: ['opened_at'],
    listings: [
      { where: ['standing'], sorts: ['opened_at'] },
      { where: ['order_id'], sorts: ['opened_at'] },
    ],
  },
  live: {
    room: ({ brand_id }) => brand_id,
    // The bank's reason is only for the operator; the brand sees the dispute on its licenses.
    value: ({ dispute_id, standing }) => ({ dispute_id, standing }),
    mayWatch: (reader, brandId) => reader.role === 'brand' && reader.id === brandId,
  },
});
