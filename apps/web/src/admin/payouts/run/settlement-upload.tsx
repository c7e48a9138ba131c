import { Box, chakra } from '@chakra-ui/react';
import type { SettlementImported } from '@tessera/contract/money/payout-runs';
import { useId, useRef, useState } from 'react';
import { plural } from '../../../kernel/plural.ts';
import { ApiError } from '../../../kernel/send.ts';
import { Heading, Panel } from '../../../ui/layout/panel.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { useBusy } from '../../../ui/controls/use-busy.ts';
import { TextInput } from '../../../ui/controls/text-input.tsx';
import { FocusedNotice } from '../../../ui/layout/focused-notice.tsx';
import { importSettlement } from '../payouts.atoms.ts';

const fileInputStyle = {
  '&::file-selector-button': {
    me: '3',
    px: '3',
    py: '1.5',
    border: 0,
    borderRadius: 'sm',
    bg: 'sunken',
    color: 'ink',
    font: 'inherit',
    fontSize: 'sm',
    fontWeight: '600',
    cursor: 'pointer',
  },
} as const;

const summaryOf = ({ paid, failed, returned }: SettlementImported) =>
  `${plural(paid, 'payout')} paid, ${failed.toLocaleString('en-US')} failed, ${returned.toLocaleString('en-US')} returned.`;

const Refused = ({ refusal }: { refusal: ApiError }) => (
  <FocusedNotice title={refusal.title}>
    {refusal.message}
    {refusal.fields && (
      <chakra.ul listStyleType="none" mt="2" maxH="60" overflowY="auto" tabIndex={0} aria-label="Errors in the file">
        {Object.entries(refusal.fields).map(([line, words]) => (
          <chakra.li key={line} py="1" borderTopWidth="1px" borderColor="hairline">
            <chakra.span fontWeight="600">{line}:</chakra.span> {words}
          </chakra.li>
        ))}
      </chakra.ul>
    )}
  </FocusedNotice>
);

type Outcome =
  | { readonly kind: 'imported'; readonly settled: SettlementImported }
  | { readonly kind: 'refused'; readonly refusal: ApiError };

/** Imports a file with the bank's results: all of it, or nothing if any line is wrong. */
export const SettlementUpload = ({ runId }: { runId: string }) => {
  const [file, setFile] = useState<File | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const [isImporting, importFile] = useBusy(async (chosen: File) => {
    setOutcome(null);
    try {
      setOutcome({ kind: 'imported', settled: await importSettlement(runId, chosen) });
      setFile(null);
      if (input.current) input.current.value = '';
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setOutcome({ kind: 'refused', refusal: error });
    }
  });
  return (
    <Panel aria-labelledby="bank">
      <Heading id="bank">Bank results</Heading>
      <Box id={`${id}-help`} fontSize="sm" color="ink.muted" mt="1" mb="4" maxW="prose">
        Upload a CSV file with the columns payout_id, amount and status (paid, failed or returned), and optionally
        reference and reason. Payouts that weren’t paid need a reason. If any line is wrong, nothing is recorded.
      </Box>
      <chakra.form
        display="grid"
        gap="3"
        onSubmit={(event) => {
          event.preventDefault();
          if (file) void importFile(file);
        }}
      >
        <chakra.label htmlFor={id} fontSize="sm" fontWeight="500">
          File from your bank
        </chakra.label>
        <TextInput
          ref={input}
          id={id}
          type="file"
          accept=".csv,text/csv"
          aria-describedby={`${id}-help`}
          py="2"
          maxW="xl"
          css={fileInputStyle}
          onChange={(event) => {
            setFile(event.target.files?.[0] ?? null);
            setOutcome(null);
          }}
        />
        <Button
          type="submit"
          variant="secondary"
          justifySelf="start"
          disabled={!file}
          loading={isImporting}
          loadingText="Checking…"
        >
          Check and record
        </Button>
        {outcome?.kind === 'imported' && (
          <FocusedNotice tone="positive" title="The bank’s results are recorded">
            {summaryOf(outcome.settled)} Importing the same file again changes nothing.
          </FocusedNotice>
        )}
        {outcome?.kind === 'refused' && <Refused refusal={outcome.refusal} />}
      </chakra.form>
    </Panel>
  );
};
