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

/** Only the newest files are listed. */
const shownFilesMax = 5;

interface Missing {
  readonly method: PaymentMethod;
  readonly count: number;
}

const MissingNotice = ({ method, count }: Missing) => (
  <Notice tone="waiting" title={`${plural(count, 'payout')} not in the ${fileTitles[method]}`}>
    Their payout details have changed since the run was prepared, and it may not have been the creator who changed them.
    Cancel these payouts or mark them as failed; the money then becomes part of the next run.
  </Notice>
);

type StaleFile = PayoutRunDetails['files'][number];

const StaleNotice = ({ method, at, gone }: StaleFile) => (
  <Notice tone="trouble" title={`Don’t pay from the ${fileTitles[method]} you created before`}>
    {gone === 1 ? '1 payout has' : `${gone.toLocaleString('en-US')} payouts have`} left this run since the file from{' '}
    <UtcMinute instant={at} /> was created, and the file may name {gone === 1 ? 'it' : 'them'}. Create the file again.
    If you’ve already paid from the old one, tell the bank: the money is back in the creators’ balances and would be
    paid twice.
  </Notice>
);

/** The newest file of each method, if payouts that it may name have left the run. */
const staleIn = ({ files }: PayoutRunDetails) =>
  [...new Map(files.map((file) => [file.method, file])).values()].filter(({ gone }) => gone > 0);

/** Creates the files to pay from, one for each payment method. They are not stored anywhere. */
export const RunFiles = ({ run }: { run: PayoutRunDetails }) => {
  const [selected, setSelected] = useState<PaymentMethod | null>(null);
  const [missing, setMissing] = useState<Missing | null>(null);
  const newest = run.files.slice(-shownFilesMax).toReversed();
  return (
    <Panel aria-labelledby="files">
      <Heading id="files">Payment files</Heading>
      <Box fontSize="sm" color="ink.muted" mt="1" mb="4">
        They contain full account details, so you’re asked for your password each time. A file is created as you
        download it and isn’t stored anywhere. The log records that you created it.
      </Box>
      <Flex gap="3" wrap="wrap">
        {run.methods
          .filter(({ count }) => count > 0)
          .map(({ method, count }) => (
            <Button key={method} variant="secondary" onClick={() => setSelected(method)}>
              <Download size={18} strokeWidth={1.5} aria-hidden />
              {paymentMethodTitles[method]} ({count.toLocaleString('en-US')})
            </Button>
          ))}
      </Flex>
      {staleIn(run).map((file) => (
        <Box key={file.method} mt="4">
          <StaleNotice {...file} />
        </Box>
      ))}
      {missing && (
        <Box mt="4">
          <MissingNotice {...missing} />
        </Box>
      )}
      {newest.length > 0 && (
        <chakra.ul listStyleType="none" mt="4" fontSize="sm" aria-label="Created files">
          {newest.map(({ method, count, made_by, at }) => (
            <chakra.li key={`${method}/${at}`} py="2" borderTopWidth="1px" borderColor="hairline">
              {paymentMethodTitles[method]}, {plural(count, 'payout')}
              <Box color="ink.muted">
                <UtcMinute instant={at} /> by {made_by}
              </Box>
            </chakra.li>
          ))}
        </chakra.ul>
      )}
      {selected && (
        <FileDialog
          runId={run.id}
          method={selected}
          onClose={() => setSelected(null)}
          onMade={(count) => setMissing(count > 0 ? { method: selected, count } : null)}
        />
      )}
    </Panel>
  );
};
