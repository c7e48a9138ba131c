import { Box } from '@chakra-ui/react';
import type { PayoutRunDetails } from '@tessera/contract/money/payout-runs';
import { formatUsd } from '@tessera/domain/money';
import { useRef, useState } from 'react';
import { plural } from '../../../kernel/plural.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { ConfirmDialog } from '../../../ui/decision/confirm-dialog.tsx';
import { stepRun } from '../payouts.atoms.ts';
import type { DialogFocus } from '../../../ui/decision/use-decision.ts';

interface RunDialogProps extends DialogFocus {
  readonly run: PayoutRunDetails;
}

const SendDialog = ({ run, ...place }: RunDialogProps) => {
  const prepared = run.outcomes.find(({ status }) => status === 'prepared')?.count ?? run.count;
  return (
    <ConfirmDialog
      {...place}
      title={`Send ${plural(prepared, 'payout')}?`}
      cancel="Not yet"
      action="Send payouts"
      sending="Sending…"
      send={() => stepRun(run.id, 'send')}
      done={['Payout run sent', 'Each creator is notified.']}
    >
      {run.is_automatic
        ? 'Each payout is made automatically, and its outcome appears on this page. '
        : 'They’re marked as on their way: pay them from the payment files, then record the bank’s results. '}
      Once a run is sent, it can’t be canceled.
    </ConfirmDialog>
  );
};

const CancelDialog = ({ run, ...place }: RunDialogProps) => (
  <ConfirmDialog
    {...place}
    title="Cancel this run?"
    cancel="Keep the run"
    action="Cancel the run"
    sending="Canceling…"
    isDestructive
    send={() => stepRun(run.id, 'cancel')}
    done={['Payout run canceled', 'The money is available to its creators again.']}
  >
    All of its payouts ({plural(run.count, 'payout')}, {formatUsd(run.total_cents)} in total) are canceled, and the
    money is available to the creators again. If you’ve already paid anyone from its files, don’t cancel: they would be
    paid twice.
  </ConfirmDialog>
);

/** The actions for the run as a whole. */
export const RunActions = ({ run }: { run: PayoutRunDetails }) => {
  const [selected, setSelected] = useState<'send' | 'cancel' | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const dialog = { run, onClose: () => setSelected(null), focusWhenDone: () => place.current };
  const { status } = run;
  return (
    <Box ref={place} tabIndex={-1} outline="none" display="flex" gap="3" flexWrap="wrap">
      {(status === 'preparing' || status === 'prepared') && (
        <Button variant="danger" onClick={() => setSelected('cancel')}>
          Cancel run
        </Button>
      )}
      {status === 'prepared' && run.count > 0 && <Button onClick={() => setSelected('send')}>Send payouts</Button>}
      {selected === 'send' && <SendDialog {...dialog} />}
      {selected === 'cancel' && <CancelDialog {...dialog} />}
    </Box>
  );
};
