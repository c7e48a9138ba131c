import { sanitizedName, readAgreement } from '@tessera/domain/licensing/agreements/agreement';
import { licenseTypeTitles } from '@tessera/domain/license-types';
import type { License } from '@tessera/domain/licensing/licenses.view';
import { formatUsd } from '@tessera/domain/money';
import type { Dispute } from '@tessera/domain/refunds/disputes.view';
import { invoiceTable, nameOfGateway, partiesOf } from '../billing/public.ts';
import type { InvoiceInput } from '../billing/public.ts';
import { printedDay } from '../printing/document.ts';
import type { PrintedDocument, PrintedTable } from '../printing/document.ts';
import { withNamesIsolated } from '../printing/scripts/directions.ts';
import type { LicenseRecords } from './license-log.ts';

export interface EvidenceInput extends InvoiceInput {
  readonly license: License;
  readonly records: LicenseRecords;
  /** The latest dispute about the payment. */
  readonly dispute: Dispute | null;
  readonly verifyUrl: string;
  /** When it is printed: ISO 8601. */
  readonly at: string;
}

const clockOf = (instant: string) => instant.slice('yyyy-mm-ddT'.length, 'yyyy-mm-ddThh:mm:ss'.length);

/** To the second, because banks compare it with their own records. */
const momentOf = (instant: string) => `${printedDay(instant)}, ${clockOf(instant)} UTC`;

/** The same for a column whose heading names the time zone. */
const timeOf = (instant: string) => `${instant.slice(0, 'yyyy-mm-dd'.length)} ${clockOf(instant)}`;

const termOf = ({ start_date, end_date }: License) =>
  end_date ? `${momentOf(start_date)} until ${momentOf(end_date)}` : `From ${momentOf(start_date)}, with no end date`;

const refundedOf = ({ refunded_cents, refunded_at }: License) => {
  if (refunded_cents === 0) return 'Nothing';
  return `${formatUsd(refunded_cents)}${refunded_at ? `; this ended the license on ${momentOf(refunded_at)}` : ''}`;
};

const disputeFacts = (dispute: Dispute | null) => {
  if (!dispute) return [];
  const { dispute_id, gateway, amount_cents, reason, opened_at, evidence_due_at } = dispute;
  const due = evidence_due_at ? `; evidence is due on ${momentOf(evidence_due_at)}` : '';
  return [
    { label: 'Dispute', value: `${dispute_id} at ${nameOfGateway(gateway)}: ${formatUsd(amount_cents)}, ${reason}` },
    { label: 'Disputed', value: `${momentOf(opened_at)}${due}` },
  ];
};

const factsOf = ({ license, invoice, records, dispute, verifyUrl }: EvidenceInput) => [
  ...disputeFacts(dispute),
  { label: 'Order', value: license.order_id },
  { label: 'Invoice', value: invoice.number },
  { label: 'Paid', value: `${formatUsd(invoice.total_cents)} on ${momentOf(records.paidAt)}` },
  { label: 'Payment', value: `${invoice.reference}, through ${nameOfGateway(invoice.gateway)}` },
  {
    label: 'Terms accepted',
    value: `Version ${records.termsVersion}, ${
      records.acceptedAt ? `with the payment on ${momentOf(records.acceptedAt)}` : 'with the payment'
    }`,
  },
  { label: 'License', value: license.license_id },
  { label: 'License type', value: licenseTypeTitles[license.license_type] },
  { label: 'Term', value: termOf(license) },
  { label: 'Refunded', value: refundedOf(license) },
  { label: 'Verify at', value: verifyUrl, link: verifyUrl },
];

const timed = [
  { heading: 'Time (UTC)', share: 3.4 },
  { heading: 'What was recorded', share: 9 },
];

const downloadsTable = ({ downloads }: LicenseRecords): PrintedTable => ({
  heading: 'Downloads of the original',
  columns: timed,
  rows:
    downloads.length === 0
      ? [['–', 'No download of the original has been recorded.']]
      : downloads.map((at) => [
          timeOf(at),
          'The brand, signed in to its account, opened or downloaded the full-size original.',
        ]),
  totals: [],
});

const namesOf = ({ creator_name, brand_name, item }: License) =>
  [creator_name, brand_name, item.title].map(sanitizedName);

const historyTable = ({ history }: LicenseRecords, license: License): PrintedTable => ({
  heading: 'Order, payment and license',
  columns: timed,
  rows: history.map(({ at, words }) => [timeOf(at), withNamesIsolated(sanitizedName(words), namesOf(license))]),
  totals: [],
});

/** Word for word as it was recorded, clause by clause. */
const agreementTables = (license: License): readonly PrintedTable[] => {
  const { agreement } = license;
  if (!agreement) return [];
  const { notes, sections } = readAgreement(agreement.agreement_text);
  return [
    {
      heading: `License agreement, terms version ${agreement.terms_version}`,
      columns: [
        { heading: 'Clause', share: 3.4 },
        { heading: 'Text', share: 9 },
      ],
      rows: [
        ...notes.map((note) => ['', note]),
        ...sections.flatMap(({ heading, paragraphs }, clause) =>
          paragraphs.map((words, index) => [
            index === 0 ? `${clause + 1}. ${heading}` : '',
            withNamesIsolated(words, namesOf(license)),
          ]),
        ),
      ],
      totals: [],
    },
  ];
};

/** What a bank wants to know about a disputed payment, in one document that draws on the log alone. */
export const evidenceDocument = (input: EvidenceInput): PrintedDocument => {
  const { license, invoice, lines, licenseIds, records, seller, buyer, at } = input;
  const [merchant, customer] = partiesOf(seller, buyer);
  return {
    title: 'Evidence of purchase',
    number: `License ${license.license_id}`,
    date: at,
    parties: [
      { label: 'Merchant', lines: merchant?.lines ?? [] },
      { label: 'Customer', lines: customer?.lines ?? [] },
    ],
    facts: factsOf(input),
    tables: [
      { heading: 'What was ordered', ...invoiceTable({ lines, licenseIds, total_cents: invoice.total_cents }) },
      downloadsTable(records),
      historyTable(records, license),
      ...agreementTables(license),
    ],
    notes: [
      'Everything here was recorded when it happened, in an append-only log. All times are UTC.',
      'Downloads of a license are recorded at most once an hour. Downloads from before we began to record them are not listed.',
    ],
  };
};
