import { Box } from '@chakra-ui/react';
import { readAgreement } from '@tessera/domain/licensing/agreements/agreement';
import type { AgreementRow } from '@tessera/contract/licenses';
import { useRef } from 'react';
import type { Reading } from '../../kernel/reading/use-reading.ts';
import { formatUtcDay } from '../../kernel/dates.ts';
import { Notice } from '../../ui/layout/notice.tsx';
import { AgreementText } from './agreement-text.tsx';
import { ReadFailed } from '../../ui/table/list-states.tsx';
import { Skeleton } from '../../ui/layout/skeleton.tsx';

const Loading = () => (
  <Box role="status" aria-label="Loading the agreement" display="grid" gap="3">
    <Skeleton h="6" w="50%" />
    <Skeleton h="32" />
    <Skeleton h="24" />
  </Box>
);

const AgreementContent = ({ agreement: { agreement_text, refunded_at } }: { agreement: AgreementRow }) => {
  const { notes, sections } = readAgreement(agreement_text);
  return (
    <>
      {refunded_at && (
        <Box mb="5">
          <Notice quiet title="This license was refunded">
            It ended on {formatUtcDay(refunded_at)} (UTC), and the agreement doesn’t cover any new use. It is shown here
            as it was concluded.
          </Notice>
        </Box>
      )}
      <Box fontSize="sm" color="ink.muted" mb="5" overflowWrap="anywhere">
        {notes.map((note) => (
          <Box key={note}>{note}</Box>
        ))}
      </Box>
      <AgreementText sections={sections} />
    </>
  );
};

/** The API path of a license's agreement. */
export const agreementPath = (licenseId: string) => `/api/licenses/${encodeURIComponent(licenseId)}/agreement`;

interface RecordedAgreementProps {
  readonly reading: Reading<AgreementRow>;
  readonly onTryAgain: () => void;
}

/** An agreement word for word as it was recorded, or the state of loading it. */
export const RecordedAgreement = ({ reading, onTryAgain }: RecordedAgreementProps) => {
  const container = useRef<HTMLDivElement>(null);
  const tryAgain = () => {
    // The button disappears: move the focus, so that it isn't lost.
    container.current?.focus();
    onTryAgain();
  };
  return (
    <Box ref={container} tabIndex={-1} outline="none">
      {reading.status === 'known' && <AgreementContent agreement={reading.value} />}
      {reading.status === 'loading' && <Loading />}
      {(reading.status === 'failed' || reading.status === 'unknown') && (
        <ReadFailed words="The agreement could not be loaded" onTryAgain={tryAgain} />
      )}
    </Box>
  );
};
