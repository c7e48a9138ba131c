import { Box, Flex, Stack, chakra } from '@chakra-ui/react';
import type { DisputeRow, DisputedLicenseRow } from '@tessera/contract/refunds';
import type { DisputeStanding } from '@tessera/domain/refunds/dispute';
import { formatUsd } from '@tessera/domain/money';
import { useAtomValue } from 'jotai';
import { FileText } from 'lucide-react';
import { Link } from 'react-router-dom';
import { nowAtom } from '../../kernel/now.atoms.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Money } from '../../ui/facts/money.tsx';
import { UtcDay } from '../../ui/facts/utc-day.tsx';
import { Cell, Head, Heads, Table } from '../../ui/table/table.tsx';
import { downloadEvidence } from './disputes.atoms.ts';
import { moneyWords, reasonOf, timeLeft, titles } from './words.ts';

/** Who gives what of a license, in a line. */
const partsOf = ({ creator_name, parts: { creator, referrer, platform } }: DisputedLicenseRow) =>
  [
    `${creator_name} ${formatUsd(creator)}`,
    ...(referrer > 0 ? [`referrer ${formatUsd(referrer)}`] : []),
    `you ${formatUsd(platform)}`,
  ].join(' · ');

const Disputed = ({ license, standing }: { license: DisputedLicenseRow; standing: DisputeStanding }) => (
  <Box as="li">
    <Flex justify="space-between" gap="3" fontWeight="500">
      <Box overflowWrap="anywhere">{license.title}</Box>
      <Money cents={license.amount_money.amount_cents} />
    </Flex>
    {standing !== 'warning' && (
      <Box fontSize="xs" color="ink.muted" overflowWrap="anywhere">
        {partsOf(license)}
      </Box>
    )}
    <Button
      size="sm"
      variant="secondary"
      mt="1.5"
      aria-label={`Evidence for ${license.title} (PDF)`}
      onClick={() => void downloadEvidence(license.license_id)}
    >
      <FileText size={16} strokeWidth={1.5} aria-hidden />
      Evidence (PDF)
    </Button>
  </Box>
);

const Due = ({ row: { standing, evidence_due_at, decided_at } }: { row: DisputeRow }) => {
  const now = useAtomValue(nowAtom);
  if (decided_at) return <UtcDay instant={decided_at} />;
  if (!evidence_due_at) return <chakra.span color="ink.muted">The bank doesn’t say</chakra.span>;
  return (
    <Box textAlign={{ base: 'end', md: 'start' }}>
      <UtcDay instant={evidence_due_at} />
      {standing === 'open' && (
        <Box fontSize="xs" fontWeight="600" color="waiting">
          {timeLeft(evidence_due_at, now)}
        </Box>
      )}
    </Box>
  );
};

const Entry = ({ row }: { row: DisputeRow }) => (
  <tr>
    <Cell as="th" scope="row" fontWeight="400" textAlign="start" verticalAlign="top">
      <chakra.span asChild fontWeight="500" textDecoration="underline" textUnderlineOffset="3px">
        <Link
          to={paths.admin.eventsOf(`order-${row.order_id}`)}
          aria-label={`Order of ${row.brand_name}: show the events`}
        >
          {row.brand_name}
        </Link>
      </chakra.span>
      <Box fontSize="xs" color="ink.muted" overflowWrap="anywhere">
        {row.gateway} · {row.dispute_id}
      </Box>
    </Cell>
    <Cell data-label="Reason" verticalAlign="top">
      <Box textAlign={{ base: 'end', md: 'start' }}>{reasonOf(row.reason)}</Box>
    </Cell>
    <Cell data-label="Opened (UTC)" whiteSpace="nowrap" verticalAlign="top">
      <UtcDay instant={row.opened_at} />
    </Cell>
    <Cell data-label={row.decided_at ? 'Decided (UTC)' : 'Evidence due (UTC)'} whiteSpace="nowrap" verticalAlign="top">
      <Due row={row} />
    </Cell>
    <Cell data-label="Amount" numeric verticalAlign="top">
      <Stack gap="0" align="flex-end" textAlign="end">
        <Box fontWeight="500">
          <Money cents={row.amount_money.amount_cents} />
        </Box>
        <Box fontSize="xs" color="ink.muted" maxW={{ md: '128px' }}>
          {moneyWords[row.standing]}
        </Box>
      </Stack>
    </Cell>
    <Cell data-part="more" minW={{ md: '260px' }} verticalAlign="top">
      <chakra.ul listStyleType="none" display="grid" gap="3">
        {row.licenses.map((license) => (
          <Disputed key={license.license_id} license={license} standing={row.standing} />
        ))}
      </chakra.ul>
    </Cell>
  </tr>
);

interface DisputeTableProps {
  readonly standing: DisputeStanding;
  readonly rows: readonly DisputeRow[];
}

export const DisputeTable = ({ standing, rows }: DisputeTableProps) => {
  const when = standing === 'won' || standing === 'lost' ? 'Decided (UTC)' : 'Evidence due (UTC)';
  return (
    <Table label={`Disputes: ${titles[standing]}`}>
      <Heads columns={['Brand', 'Reason', 'Opened (UTC)', when]} numeric={['Amount']}>
        <Head scope="col">Licenses</Head>
      </Heads>
      {rows.map((row) => (
        <tbody key={row.dispute_id}>
          <Entry row={row} />
        </tbody>
      ))}
    </Table>
  );
};
