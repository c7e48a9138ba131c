import type { RefundRow } from '@tessera/contract/money/refunds';
import { RefundReasonForm } from '@tessera/domain/refunds/forms';
import { ReasonDialog } from '../../ui/decision/reason-dialog.tsx';
import type { DialogFocus } from '../../ui/decision/use-decision.ts';
import { declineRefund } from './refunds.atoms.ts';

/** Declines a brand's refund request, with a reason that the brand sees. */
export const DeclineDialog = ({ row, ...place }: DialogFocus & { readonly row: RefundRow }) => (
  <ReasonDialog
    {...place}
    isDestructive
    form={RefundReasonForm}
    title={`Decline the refund of “${row.title}”?`}
    help={`${row.brand_name} sees this with the license and in an email.`}
    action="Decline request"
    sending="Declining…"
    send={(reason) => declineRefund(row.license_id, reason)}
    done={['Request declined', `${row.brand_name} gets an email with your reason.`]}
  >
    <p>
      {row.brand_name} asked for a refund: “{row.reason}” No money moves, and the license stays as it is. They can ask
      again within 14 days of the purchase.
    </p>
  </ReasonDialog>
);
