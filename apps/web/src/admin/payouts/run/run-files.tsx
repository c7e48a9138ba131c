import { Box, Flex, chakra } from '@chakra-ui/react';
import type { PayoutRunDetails } from '@tessera/contract/money/payout-runs';
import type { PaymentMethod } from '@tessera/domain/payment-methods';
import { paymentMethodTitles } from '@tessera/domain/payouts/titles';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { plural } from '../../../kernel/plural.ts';
import { Heading, Panel } from '../../../ui/layout/panel.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Notice } from '../../../ui/layout/notice.tsx';
import { FileDialog } from './file-dialog.tsx';
import { UtcMinute } from '../../../ui/facts/times.tsx';
import { fileTitles } from '../labels.ts';

/** The newest first. */
const shownFilesMax = 5;

interface Missing {
  readonly method: PaymentMethod;
  readonly count: number;
}

const MissingNotice = ({ method, count }: Missing) => (
  <Notice tone="waiting" title={`${plural(count, 'payout')} not in the ${fileTitles[method]}`}>
    Their details have changed since the run was prepared: whoever changed them may not be the creator. Cancel them, or
    mark them as failed; the money is then part of the next run.
  </Notice>
);

/** Files for whoever pays, one for each method. None is kept anywhere. */
export const RunFiles = ({ run }: { run: PayoutRunDetails }) => {
  const [asked, setAsked] = useState<PaymentMethod | null>(null);
  const [missing, setMissing] = useState<Missing | null>(null);
  const made = run.files.slice(-shownFilesMax).toReversed();
  return (
    <Panel aria-labelledby="files">
      <Heading id="files">Files to pay from</Heading>
      <Box fontSize="sm" color="ink.muted" mt="1" mb="4">
        They hold full account details, so you’re asked for your password each time. A file is made while you download
        it and kept nowhere; that you made it is in the log.
      </Box>
      <Flex gap="3" wrap="wrap">
        {run.methods
          .filter(({ count }) => count > 0)
          .map(({ method, count }) => (
            <Button key={method} variant="secondary" onClick={() => setAsked(method)}>
              <Download size={18} strokeWidth={1.5} aria-hidden />
              {paymentMethodTitles[method]} ({count.toLocaleString('en-US')})
            </Button>
          ))}
      </Flex>
      {missing && (
        <Box mt="4">
          <MissingNotice {...missing} />
        </Box>
      )}
      {made.length > 0 && (
        <chakra.ul listStyleType="none" mt="4" fontSize="sm" aria-label="Files that were made">
          {made.map(({ method, count, made_by, at }) => (
            <chakra.li key={`${method}/${at}`} py="2" borderTopWidth="1px" borderColor="hairline">
              {paymentMethodTitles[method]}, {plural(count, 'payout')}
              <Box color="ink.muted">
                <UtcMinute instant={at} /> by {made_by}
              </Box>
            </chakra.li>
          ))}
        </chakra.ul>
      )}
      {asked && (
        <FileDialog
          runId={run.id}
          method={asked}
          onClose={() => setAsked(null)}
          onMade={(count) => setMissing(count > 0 ? { method: asked, count } : null)}
        />
      )}
    </Panel>
  );
};
