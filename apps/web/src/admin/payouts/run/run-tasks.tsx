import { Grid } from '@chakra-ui/react';
import type { PayoutRunDetails } from '@tessera/contract/money/payout-runs';
import { plural } from '../../../kernel/plural.ts';
import { Notice } from '../../../ui/layout/notice.tsx';
import { BankAnswer } from './settlement-upload.tsx';
import { RunFiles } from './run-files.tsx';

/** What is there to do by hand, as long as there is. */
export const RunDesk = ({ run }: { run: PayoutRunDetails }) => {
  const { status, is_automatic, count } = run;
  if (status === 'preparing') {
    return (
      <Notice tone="waiting" title="Payouts are being prepared">
        {plural(count, 'payout')} so far. This page goes on by itself.
      </Notice>
    );
  }
  if (status === 'canceling') {
    return (
      <Notice tone="waiting" title="The run is being canceled">
        Its payouts are canceled one after the other.
      </Notice>
    );
  }
  if (status === 'canceled' || count === 0) return null;
  if (is_automatic) {
    return (
      <Notice tone="accent" title="Payouts go out by themselves here">
        Once the run is sent, each of them is paid and this page says what became of it. There are no files to make and
        nothing to record by hand.
      </Notice>
    );
  }
  if (status === 'prepared') return <RunFiles run={run} />;
  // What was paid may still come back.
  if (status === 'closed') return <BankAnswer runId={run.id} />;
  return (
    <Grid templateColumns={{ base: '1fr', lg: '1fr 1fr' }} gap={{ base: '4', md: '6' }} alignItems="start">
      <RunFiles run={run} />
      <BankAnswer runId={run.id} />
    </Grid>
  );
};
