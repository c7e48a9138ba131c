import type { RefundRow } from '@tessera/contract/money/refunds';
import { RefundReasonForm } from '@tessera/domain/refunds/forms';
import { ReasonDialog } from '../../ui/decision/reason-dialog.tsx';
import type { DialogFocus } from '../../ui/decision/use-decision.ts';
import { declineRefund } from './refunds.atoms.ts';

/** Declines what a brand asked for, with the reason that it reads. */
export const DeclineDialog = ({ row, ...place }: DialogFocus & { readonly row: RefundRow }) => (
  <ReasonDialog
    {...place}
    isDestructive
    form={RefundReasonForm}
    title={`Decline the refund of “${row.title}”?`}
    help={`${row.brand_name} reads this, at the license and in an email.`}
    action="Decline request"
    sending="Declining…"
    send={(reason) => declineRefund(row.license_id, reason)}
    done={['Request declined', `${row.brand_name} gets an email with your reason.`]}
  >
    <p>
      {row.brand_name} asked for it: “{row.reason}” No money moves, and the license stays as it is. Within 14 days of
      the purchase, they may ask again.
    </p>
  </ReasonDialog>
);
