import type { RefundRow } from '@tessera/contract/money/refunds';
import { formatUsd } from '@tessera/domain/money';
import { RefundReasonForm } from '@tessera/domain/refunds/forms';
import { ReasonDialog } from '../../ui/decision/reason-dialog.tsx';
import type { DialogFocus } from '../../ui/decision/use-decision.ts';
import { recordRepaid } from './refunds.atoms.ts';

/** Records how a refund that the bank returned was paid instead. */
export const RepaidDialog = ({ row, ...place }: DialogFocus & { readonly row: RefundRow }) => (
  <ReasonDialog
    {...place}
    form={RefundReasonForm}
    title={`Have you paid ${row.brand_name} in another way?`}
    help={`Say how, for example “Bank transfer on Dec 7, reference 4711”. ${row.brand_name} sees this in an email.`}
    action="Record payment"
    sending="Recording…"
    send={(reason) => recordRepaid(row.license_id, reason)}
    done={['Payment recorded', `${row.brand_name} gets an email.`]}
  >
    <p>
      The bank returned {row.amount_money ? formatUsd(row.amount_money.amount_cents) : 'the refund'}, and the gateway
      can’t send it again. Pay it from your own account first; recording it moves no money.
    </p>
  </ReasonDialog>
);
