import { Box } from '@chakra-ui/react';
import type { PayoutRunDetails } from '@tessera/contract/money/payout-runs';
import { formatUsd } from '@tessera/domain/money';
import { useRef, useState } from 'react';
import { plural } from '../../../kernel/plural.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { ConfirmDialog } from '../../../ui/decision/confirm-dialog.tsx';
import { stepRun } from '../payouts.atoms.ts';
import type { DialogFocus } from '../../../ui/decision/use-decision.ts';

interface StepDialogProps extends DialogFocus {
  readonly run: PayoutRunDetails;
}

const isCanceled = { title: 'The run is canceled', words: 'All of it is available to its creators again.' };

const Send = ({ run, ...place }: StepDialogProps) => {
  const prepared = run.outcomes.find(({ status }) => status === 'prepared')?.count ?? run.count;
  return (
    <ConfirmDialog
      {...place}
      title={`Send ${plural(prepared, 'payout')}?`}
      cancel="Not yet"
      action="Send payouts"
      sending="Sending…"
      send={() => stepRun(run.id, 'send')}
      done={['The run is sent', 'Each creator gets an email.']}
    >
      {run.is_automatic
        ? 'Each of them is paid by itself, and this page says what became of it. '
        : 'They count as on their way to your bank: pay them from the files, then record what the bank says. '}
      A run that is sent can’t be canceled anymore.
    </ConfirmDialog>
  );
};

const Cancel = ({ run, ...place }: StepDialogProps) => (
  <ConfirmDialog
    {...place}
    title="Cancel this run?"
    cancel="Keep the run"
    action="Cancel the run"
    sending="Canceling…"
    isDestructive
    send={() => stepRun(run.id, 'cancel')}
    done={[isCanceled.title, isCanceled.words]}
  >
    Its {plural(run.count, 'payout')} of {formatUsd(run.total_cents)} altogether are canceled, and the money is
    available to its creators again. If you have paid anybody from its files already, don’t cancel: they would be paid
    twice.
  </ConfirmDialog>
);

/** What can be done about the run as a whole. */
export const RunSteps = ({ run }: { run: PayoutRunDetails }) => {
  const [asked, setAsked] = useState<'send' | 'cancel' | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const dialog = { run, onClose: () => setAsked(null), focusWhenDone: () => place.current };
  const { status } = run;
  return (
    <Box ref={place} tabIndex={-1} outline="none" display="flex" gap="3" flexWrap="wrap">
      {(status === 'preparing' || status === 'prepared') && (
        <Button variant="danger" onClick={() => setAsked('cancel')}>
          Cancel run
        </Button>
      )}
      {status === 'prepared' && run.count > 0 && <Button onClick={() => setAsked('send')}>Send payouts</Button>}
      {asked === 'send' && <Send {...dialog} />}
      {asked === 'cancel' && <Cancel {...dialog} />}
    </Box>
  );
};
