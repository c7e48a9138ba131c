import type { DisputePage } from '@tessera/contract/refunds';
import type { DisputeStanding } from '@tessera/domain/refunds/dispute';
import { download } from '../../kernel/download.ts';
import { getBlob } from '../../kernel/send.ts';
import { asAdmin } from '../admin-session.atoms.ts';
import { liveLists } from '../live-lists.ts';

// Who gives what of it is posted to the ledger a moment after the dispute was opened or decided.
const { listOf, watchAtom } = liveLists<DisputePage>(
  '/api/admin/disputes',
  ({ stream, type }) => stream.startsWith('dispute-') || type === 'EarningDisputed',
);

/** The disputes of each standing, in pages. */
export const disputeListAtoms = {
  open: listOf({ standing: 'open' }),
  warning: listOf({ standing: 'warning' }),
  won: listOf({ standing: 'won' }),
  lost: listOf({ standing: 'lost' }),
} as const satisfies Readonly<Record<DisputeStanding, unknown>>;

/** While it is mounted, what happens to a dispute has the lists read again. */
export const watchDisputesAtom = watchAtom;

/** Saves what the log says of a license for the bank; says so when that fails. */
export const downloadEvidence = (licenseId: string) =>
  download(`/api/admin/licenses/${encodeURIComponent(licenseId)}/evidence.pdf`, `evidence-${licenseId}.pdf`, (path) =>
    asAdmin((options) => getBlob(path, options)),
  );
