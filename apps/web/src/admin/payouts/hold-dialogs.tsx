import { PayoutReasonForm } from '@tessera/domain/payouts/forms';
import { ConfirmDialog } from '../../ui/decision/confirm-dialog.tsx';
import { ReasonDialog } from '../../ui/decision/reason-dialog.tsx';
import type { DialogFocus } from '../../ui/decision/use-decision.ts';
import { holdPayouts, releasePayouts } from './payouts.atoms.ts';
import { creatorName } from './creator-link.tsx';

interface HoldDialogProps extends DialogFocus {
  readonly creator: { readonly creator_id: string; readonly creator_name: string | null };
}

export const HoldDialog = ({ creator: { creator_id, creator_name }, ...place }: HoldDialogProps) => (
  <ReasonDialog
    {...place}
    isDestructive
    form={PayoutReasonForm}
    cancel="Go back"
    title={`Put payouts to ${creatorName(creator_name)} on hold?`}
    help="The creator sees this on their payouts page and in an email."
    action="Put on hold"
    sending="Putting on hold…"
    send={(reason) => holdPayouts(creator_id, reason)}
    done={['Payouts are on hold', `${creatorName(creator_name)} gets an email with your reason.`]}
  >
    <p>
      Payout runs leave them out until you lift the hold. They keep what they earn. A payout that is prepared is taken
      out of its run; one that was sent is on its way and can’t be stopped.
    </p>
  </ReasonDialog>
);

export const LiftDialog = ({ creator: { creator_id, creator_name }, ...place }: HoldDialogProps) => (
  <ConfirmDialog
    {...place}
    title={`Lift the hold on payouts to ${creatorName(creator_name)}?`}
    cancel="Keep the hold"
    action="Lift hold"
    sending="Lifting…"
    send={() => releasePayouts(creator_id)}
    done={['The hold is lifted', `${creatorName(creator_name)} gets an email.`]}
  >
    What they’ve earned becomes part of the next run, and they get an email that their payouts have resumed.
  </ConfirmDialog>
);
