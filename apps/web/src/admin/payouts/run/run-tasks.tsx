import { Grid } from '@chakra-ui/react';
import type { PayoutRunDetails } from '@tessera/contract/money/payout-runs';
import { plural } from '../../../kernel/plural.ts';
import { Notice } from '../../../ui/layout/notice.tsx';
import { SettlementUpload } from './settlement-upload.tsx';
import { RunFiles } from './run-files.tsx';

/** What is left for the operator to do in a run, or why there is nothing. */
export const RunTasks = ({ run }: { run: PayoutRunDetails }) => {
  const { status, is_automatic, count } = run;
  if (status === 'preparing') {
    return (
      <Notice tone="waiting" title="Payouts are being prepared">
        {plural(count, 'payout')} so far. This page updates automatically.
      </Notice>
    );
  }
  if (status === 'canceling') {
    return (
      <Notice tone="waiting" title="The run is being canceled">
        Its payouts are being canceled one by one.
      </Notice>
    );
  }
  if (status === 'canceled' || count === 0) return null;
  if (is_automatic) {
    return (
      <Notice tone="accent" title="Payouts are sent automatically">
        Once you send the run, each payout is made automatically and its outcome appears on this page. There are no
        files to create and nothing to record by hand.
      </Notice>
    );
  }
  if (status === 'prepared') return <RunFiles run={run} />;
  // A payout that was paid can still be returned.
  if (status === 'closed') return <SettlementUpload runId={run.id} />;
  return (
    <Grid templateColumns={{ base: '1fr', lg: '1fr 1fr' }} gap={{ base: '4', md: '6' }} alignItems="start">
      <RunFiles run={run} />
      <SettlementUpload runId={run.id} />
    </Grid>
  );
};
