import { Box, chakra } from '@chakra-ui/react';
import type { SettlementImported } from '@tessera/contract/money/payout-runs';
import { useId, useRef, useState } from 'react';
import { plural } from '../../../kernel/plural.ts';
import { ApiError } from '../../../kernel/send.ts';
import { Heading, Panel } from '../../../ui/layout/panel.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { TextInput } from '../../../ui/controls/text-input.tsx';
import { FocusedNotice } from '../../../ui/layout/focused-notice.tsx';
import { takeAnswer } from '../payouts.atoms.ts';

const chooseFile = {
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

const takenWords = ({ paid, failed, returned }: SettlementImported) =>
  `${plural(paid, 'payout')} paid, ${failed.toLocaleString('en-US')} failed, ${returned.toLocaleString('en-US')} returned.`;

const Refused = ({ refusal }: { refusal: ApiError }) => (
  <FocusedNotice title={refusal.title}>
    {refusal.message}
    {refusal.fields && (
      <chakra.ul listStyleType="none" mt="2" maxH="60" overflowY="auto" tabIndex={0} aria-label="What is wrong">
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
  | { readonly kind: 'taken'; readonly taken: SettlementImported }
  | { readonly kind: 'refused'; readonly refusal: ApiError };

/** What the bank says of all payouts at once: taken whole, or refused with what is wrong. */
export const BankAnswer = ({ runId }: { runId: string }) => {
  const [file, setFile] = useState<File | null>(null);
  const [isTaking, setIsTaking] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const take = async (asked: File) => {
    setIsTaking(true);
    setOutcome(null);
    try {
      setOutcome({ kind: 'taken', taken: await takeAnswer(runId, asked) });
      setFile(null);
      if (input.current) input.current.value = '';
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setOutcome({ kind: 'refused', refusal: error });
    } finally {
      setIsTaking(false);
    }
  };
  return (
    <Panel aria-labelledby="bank">
      <Heading id="bank">The bank’s answer</Heading>
      <Box id={`${id}-help`} fontSize="sm" color="ink.muted" mt="1" mb="4" maxW="prose">
        A CSV file whose first line names payout_id, amount and status (paid, failed or returned); reference and reason
        if you have them, and a reason for each that wasn’t paid. It’s taken whole, or not at all.
      </Box>
      <chakra.form
        display="grid"
        gap="3"
        onSubmit={(event) => {
          event.preventDefault();
          if (file) void take(file);
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
          css={chooseFile}
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
          loading={isTaking}
          loadingText="Checking…"
        >
          Check and record
        </Button>
        {outcome?.kind === 'taken' && (
          <FocusedNotice tone="positive" title="The bank’s answer is recorded">
            {takenWords(outcome.taken)} Recording the same file again changes nothing.
          </FocusedNotice>
        )}
        {outcome?.kind === 'refused' && <Refused refusal={outcome.refusal} />}
      </chakra.form>
    </Panel>
  );
};
