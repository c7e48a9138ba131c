import type { RunPayout } from '@tessera/contract/money/payout-runs';
import { formatUsd } from '@tessera/domain/money';
import { PayoutReasonForm } from '@tessera/domain/payouts/forms';
import { ConfirmDialog } from '../../../ui/decision/confirm-dialog.tsx';
import { ReasonDialog } from '../../../ui/decision/reason-dialog.tsx';
import type { DialogFocus } from '../../../ui/decision/use-decision.ts';
import { settlePayout } from '../payouts.atoms.ts';
import type { Settlement } from '../payouts.atoms.ts';
import { creatorName } from '../creator-link.tsx';
import { ReferenceDialog } from './reference-dialog.tsx';

export type Outcome = Settlement['outcome'];

const texts = {
  failed: {
    title: 'Mark this payout as failed?',
    consequence: 'The money goes back to the creator’s balance and becomes part of the next run.',
    action: 'Mark as failed',
    done: 'Payout marked as failed',
  },
  returned: {
    title: 'Mark this payout as returned?',
    consequence:
      'Only do this if the bank returned it after it was paid. The money goes back to the creator’s balance.',
    action: 'Mark as returned',
    done: 'Payout marked as returned',
  },
} as const;

interface SettleDialogProps extends DialogFocus {
  readonly payout: RunPayout;
  readonly outcome: Outcome;
}

/** Records the outcome of one payout, or cancels it. */
export const SettleDialog = ({ payout, outcome, ...place }: SettleDialogProps) => {
  const destination = payout.destination ? ` (${payout.destination})` : '';
  const which = `${formatUsd(payout.amount_cents)} to ${creatorName(payout.creator_name)}${destination}.`;
  switch (outcome) {
    case 'paid':
      return (
        <ReferenceDialog
          {...place}
          send={(reference) => settlePayout(payout, { outcome, reference })}
          done={['Payout marked as paid', which]}
        >
          {which} Only do this once the bank has confirmed it: afterward, it can only be marked as returned.
        </ReferenceDialog>
      );
    case 'canceled':
      return (
        <ConfirmDialog
          {...place}
          title="Cancel this payout?"
          cancel="Keep the payout"
          action="Cancel the payout"
          sending="Canceling…"
          isDestructive
          send={() => settlePayout(payout, { outcome })}
          done={['Payout canceled', which]}
        >
          {which} The money goes back to the creator’s balance and becomes part of the next run. If you’ve already paid
          it from a file, don’t cancel: it would be paid twice.
        </ConfirmDialog>
      );
    default: {
      const { title, consequence, action, done } = texts[outcome];
      return (
        <ReasonDialog
          {...place}
          isDestructive
          title={title}
          form={PayoutReasonForm}
          cancel="Go back"
          help="The creator sees this, with what to do next, and gets an email."
          action={action}
          sending="Recording…"
          send={(reason) => settlePayout(payout, { outcome, reason })}
          done={[done, which]}
        >
          <p>
            {which} {consequence}
          </p>
        </ReasonDialog>
      );
    }
  }
};
