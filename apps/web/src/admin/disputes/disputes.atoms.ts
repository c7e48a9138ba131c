import { download } from '../../kernel/download.ts';
import { getBlob } from '../../kernel/send.ts';
import { asAdmin } from '../admin-session.atoms.ts';
import { liveReadings } from '../live-queries.ts';

// Who gives what of it is posted to the ledger a moment after the dispute was opened or decided.
export const disputes = liveReadings(
  'disputes',
  ({ stream, type }) => stream.startsWith('dispute-') || type === 'EarningDisputed',
);

/** Saves what the log says of a license for the bank; says so when that fails. */
export const downloadEvidence = (licenseId: string) =>
  download(`/api/admin/licenses/${encodeURIComponent(licenseId)}/evidence.pdf`, `evidence-${licenseId}.pdf`, (path) =>
    asAdmin((options) => getBlob(path, options)),
  );
