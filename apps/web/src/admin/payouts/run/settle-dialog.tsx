import type { RunPayout } from '@tessera/contract/money/payout-runs';
import { formatUsd } from '@tessera/domain/money';
import { PayoutReasonForm } from '@tessera/domain/payouts/forms';
import { ConfirmDialog } from '../../../ui/decision/confirm-dialog.tsx';
import { ReasonDialog } from '../../../ui/decision/reason-dialog.tsx';
import type { DialogFocus } from '../../../ui/decision/use-decision.ts';
import { settlePayout } from '../payouts.atoms.ts';
import type { Settling } from '../payouts.atoms.ts';
import { nameOf } from '../creator-link.tsx';
import { ReferenceDialog } from './reference-dialog.tsx';

export type Settled = Settling['outcome'];

const undone = {
  failed: {
    title: 'Mark this payout as failed?',
    what: 'The money is in the creator’s balance again and part of the next run.',
    action: 'Mark as failed',
    done: 'The payout is marked as failed',
  },
  returned: {
    title: 'Mark this payout as returned?',
    what: 'Only if the bank sent it back after it was paid: the money is in the creator’s balance again.',
    action: 'Mark as returned',
    done: 'The payout is marked as returned',
  },
} as const;

interface SettleDialogProps extends DialogFocus {
  readonly payout: RunPayout;
  readonly outcome: Settled;
}

/** What became of one payout, as the operator has it from the bank. */
export const SettleDialog = ({ payout, outcome, ...place }: SettleDialogProps) => {
  const who = nameOf(payout.creator_name);
  const to = payout.destination ? ` (${payout.destination})` : '';
  const which = `${formatUsd(payout.amount_cents)} to ${who}${to}.`;
  switch (outcome) {
    case 'paid':
      return (
        <ReferenceDialog
          {...place}
          send={(reference) => settlePayout(payout, { outcome, reference })}
          done={['The payout is marked as paid', which]}
        >
          {which} Only once the bank says so: it can’t be unpaid, only returned.
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
          done={['The payout is canceled', which]}
        >
          {which} The money is in the creator’s balance again and part of the next run. If you have paid it from a file
          already, don’t cancel: it would be paid twice.
        </ConfirmDialog>
      );
    default: {
      const { title, what, action, done } = undone[outcome];
      return (
        <ReasonDialog
          {...place}
          isDestructive
          title={title}
          form={PayoutReasonForm}
          cancel="Go back"
          help="The creator reads this, with what to do next, and gets an email."
          action={action}
          sending="Recording…"
          send={(reason) => settlePayout(payout, { outcome, reason })}
          done={[done, which]}
        >
          <p>
            {which} {what}
          </p>
        </ReasonDialog>
      );
    }
  }
};
