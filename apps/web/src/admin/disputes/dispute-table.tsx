import { Box, Flex, Stack, chakra } from '@chakra-ui/react';
import type { DisputeRow, DisputedLicenseRow } from '@tessera/contract/money/refunds';
import type { DisputeStanding } from '@tessera/domain/refunds/dispute';
import { formatUsd } from '@tessera/domain/money';
import { useAtomValue } from 'jotai';
import { FileText } from 'lucide-react';
import { nowAtom } from '../../kernel/now.atoms.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Money } from '../../ui/facts/money.tsx';
import { UtcDay } from '../../ui/facts/times.tsx';
import { asTable } from '../../ui/table/table.tsx';
import type { Column } from '../../ui/table/table.tsx';
import { downloadEvidence } from './disputes.atoms.ts';
import { moneyText, reasonOf, timeLeft } from './labels.ts';
import { TextLink } from '../../ui/controls/text-link.tsx';

/** Each party's share of a disputed license, as one line. */
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
  if (!evidence_due_at) return <chakra.span color="ink.muted">Not given by the bank</chakra.span>;
  return (
    <Box>
      <UtcDay instant={evidence_due_at} />
      {standing === 'open' && (
        <Box fontSize="xs" fontWeight="600" color="waiting">
          {timeLeft(evidence_due_at, now)}
        </Box>
      )}
    </Box>
  );
};

/** For decided disputes, the date column says when; for all others, when the evidence is due. */
export const columnsOf = (standing: DisputeStanding): readonly Column<DisputeRow>[] => [
  {
    head: 'Brand',
    kind: 'name',
    verticalAlign: 'top',
    cell: ({ order_id, brand_name, gateway, dispute_id }) => (
      <>
        <TextLink
          to={paths.admin.eventsOf(`order-${order_id}`)}
          aria-label={`Order of ${brand_name}: show events`}
          fontWeight="500"
        >
          {brand_name}
        </TextLink>
        <Box fontSize="xs" color="ink.muted" overflowWrap="anywhere">
          {gateway} · {dispute_id}
        </Box>
      </>
    ),
  },
  {
    head: 'Reason',
    verticalAlign: 'top',
    cell: ({ reason }) => reasonOf(reason),
  },
  {
    head: 'Opened (UTC)',
    whiteSpace: 'nowrap',
    verticalAlign: 'top',
    cell: ({ opened_at }) => <UtcDay instant={opened_at} />,
  },
  {
    head: standing === 'won' || standing === 'lost' ? 'Decided (UTC)' : 'Evidence due (UTC)',
    whiteSpace: 'nowrap',
    verticalAlign: 'top',
    cell: (row) => <Due row={row} />,
  },
  {
    head: 'Amount',
    kind: 'figure',
    verticalAlign: 'top',
    cell: ({ amount_money }) => (
      <Stack gap="0" align="flex-end" textAlign="end">
        <Box fontWeight="500">
          <Money cents={amount_money.amount_cents} />
        </Box>
        <Box fontSize="xs" color="ink.muted" css={{ [asTable('many')]: { maxW: '128px' } }}>
          {moneyText[standing]}
        </Box>
      </Stack>
    ),
  },
  {
    head: 'Licenses',
    kind: 'more',
    css: { [asTable('many')]: { minW: '260px' } },
    verticalAlign: 'top',
    cell: ({ licenses }) => (
      <chakra.ul listStyleType="none" display="grid" gap="3">
        {licenses.map((license) => (
          <Disputed key={license.license_id} license={license} standing={standing} />
        ))}
      </chakra.ul>
    ),
  },
];
