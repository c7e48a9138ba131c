import { download } from '../../kernel/download.ts';
import { getBlob } from '../../kernel/send.ts';
import { asAdmin } from '../admin-session.atoms.ts';
import { liveQueries } from '../live-queries.ts';

// The shares of a dispute are posted to the ledger a moment after it is opened or decided.
export const disputes = liveQueries(
  'disputes',
  ({ stream, type }) => stream.startsWith('dispute-') || type === 'EarningDisputed',
);

/** Downloads the evidence for a license as a PDF; shows a message if that fails. */
export const downloadEvidence = (licenseId: string) =>
  download(`/api/admin/licenses/${encodeURIComponent(licenseId)}/evidence.pdf`, `evidence-${licenseId}.pdf`, (path) =>
    asAdmin((options) => getBlob(path, options)),
  );
