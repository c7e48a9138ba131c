import { defineView, on, ownFields } from '../kernel/view.ts';
import { reconciled, reconciliationFailed } from './reconciliation.ts';
import type { ReconciledData } from './reconciliation.ts';

/** A comparison of a gateway's list with the log. */
export interface Reconciliation extends ReconciledData {
  /** When it ended: ISO 8601. */
  readonly at: string;
  /** Why it failed; null if it didn't. */
  readonly failure: string | null;
}

const id = ({ reconciliation_id }: { readonly reconciliation_id: string }) => reconciliation_id;
const nothing = { payments: 0, fees: 0, fee_cents: 0, difference_count: 0, differences: [] };

export const reconciliations = defineView<Reconciliation>({
  name: 'reconciliations',
  version: 1,
  on: [
    on(reconciled, id, (_before, data, { recordedAt: at }): Reconciliation => ({ ...data, at, failure: null })),
    on(reconciliationFailed, id, (_before, { reason, ...data }, { recordedAt: at }): Reconciliation => ({
      ...data,
      ...nothing,
      at,
      failure: reason,
    })),
  ],
  indexes: { fields: ownFields('at'), listings: [{ sorts: ['at'] }] },
  live: { room: () => 'all', mayWatch: (reader, room) => room === 'all' && reader.role === 'admin' },
});
