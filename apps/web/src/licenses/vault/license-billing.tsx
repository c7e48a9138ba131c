import { Box, chakra } from '@chakra-ui/react';
import type { CreditNoteRow, LicenseBilling } from '@tessera/contract/money/billing';
import type { LicenseRow } from '@tessera/contract/licenses';
import { Fact } from '../../ui/facts/fact.tsx';
import { Money } from '../../ui/facts/money.tsx';
import { UtcDay } from '../../ui/facts/times.tsx';
import { ReadFailed } from '../../ui/table/list-states.tsx';
import { useMoneyQuery } from '../refunds/use-money-query.ts';
import { downloadCreditNote, downloadInvoice } from '../download.ts';

interface PdfProps {
  readonly words: string;
  readonly onDownload: () => Promise<void>;
}

const Pdf = ({ words, onDownload }: PdfProps) => (
  <chakra.button
    type="button"
    color="accent"
    textDecoration="underline"
    textUnderlineOffset="3px"
    fontWeight="500"
    cursor="pointer"
    onClick={() => void onDownload()}
  >
    {words}
  </chakra.button>
);

const CreditNote = ({ licenseId, note }: { licenseId: string; note: CreditNoteRow }) => (
  <Fact name="Credit note">
    <Box>{note.number}</Box>
    <Box fontWeight="400" color="ink.muted" my="1">
      <Money cents={note.amount.amount_cents} /> refunded on <UtcDay instant={note.issued_at} /> (UTC)
    </Box>
    <Pdf words="Credit note (PDF)" onDownload={() => downloadCreditNote(licenseId, note)} />
  </Fact>
);

/** The invoice and credit notes of a license, with their PDFs. */
export const BillingFacts = ({ license }: { license: LicenseRow }) => {
  const path = `/api/licenses/${encodeURIComponent(license.id)}/billing`;
  const { value: billing, hasFailed, retry } = useMoneyQuery<LicenseBilling>(path);
  return (
    <>
      <Fact name="Invoice">
        {/* Reserves a line for the number, so that nothing moves once it has loaded. */}
        <Box minH="1lh" mb="1">
          {billing?.invoice?.number}
        </Box>
        <Pdf words="Invoice (PDF)" onDownload={() => downloadInvoice(license.order_id, billing?.invoice?.number)} />
        {hasFailed && (
          <Box mt="3">
            <ReadFailed words="The invoice number could not be loaded" onTryAgain={retry} />
          </Box>
        )}
      </Fact>
      {billing?.credit_notes.map((note) => (
        <CreditNote key={note.number} licenseId={license.id} note={note} />
      ))}
    </>
  );
};
