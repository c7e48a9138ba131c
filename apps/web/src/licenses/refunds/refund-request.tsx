import type { LicenseRow } from '@tessera/contract/licenses';
import type { RefundRequested } from '@tessera/contract/money/refunds';
import { RefundReasonForm } from '@tessera/domain/refunds/forms';
import { post } from '../../kernel/send.ts';
import { ReasonDialog } from '../../ui/decision/reason-dialog.tsx';
import type { DialogFocus } from '../../ui/decision/use-decision.ts';
import { Money } from '../../ui/facts/money.tsx';
import { UtcDay } from '../../ui/facts/times.tsx';
import { noteMoneyChange } from './money-changes.atoms.ts';

const request = async (licenseId: string, reason: string) => {
  const path = `/api/licenses/${encodeURIComponent(licenseId)}/refund-request`;
  const { position } = await post<RefundRequested>(path, { reason } satisfies RefundReasonForm);
  noteMoneyChange(position);
};

/** Asks for the reason, and says what would follow, before requesting a refund. */
export const RefundRequest = ({ license, ...place }: DialogFocus & { readonly license: LicenseRow }) => (
  <ReasonDialog
    {...place}
    form={RefundReasonForm}
    title={`Ask for a refund of “${license.content.title}”?`}
    label="Why do you want a refund?"
    help="Only we read this."
    action="Ask for a refund"
    sending="Asking…"
    send={(reason) => request(license.id, reason)}
    done={['Refund requested', 'We’ll email you when it’s decided.']}
  >
    <p>
      You paid <Money cents={license.price_money.amount_cents} /> on <UtcDay instant={license.created_at} /> (UTC). We
      review each request and email you our decision. Until then, your license stays as it is.
    </p>
    <p>
      If we refund it in full, the license ends at once: all use must stop, and the content must be removed from the
      media you control.
    </p>
  </ReasonDialog>
);
