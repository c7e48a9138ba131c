import { Box, Flex, Stack, chakra } from '@chakra-ui/react';
import { sharedIdentifierLabels } from '@tessera/domain/invitation';
import { statusLabel } from '@tessera/domain/referrals/row';
import type { ReferralRow } from '@tessera/contract/referrals';
import { useAtomValue, useSetAtom } from 'jotai';
import { RefreshCw } from 'lucide-react';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Button } from '../ui/controls/button.tsx';
import { Day } from '../ui/facts/times.tsx';
import { EmptyState } from '../ui/layout/empty-state.tsx';
import { Skeleton } from '../ui/layout/skeleton.tsx';
import { StatusBadge } from '../ui/facts/status-badge.tsx';
import type { Tone } from '../ui/facts/status-badge.tsx';
import { RowsTable, asTable } from '../ui/table/table.tsx';
import type { Column } from '../ui/table/table.tsx';
import { latestChangeAtom, ownReferrals, referralRowsAtom } from './referrals.atoms.ts';
import { Code } from './codes/code.tsx';

const tones: Readonly<Record<string, Tone>> = { completed: 'positive', pending: 'waiting', cancelled: 'trouble' };
const arrivalText: Readonly<Record<string, string>> = { url: 'by link', manual: 'code typed in' };

const decided: Readonly<Record<string, string>> = { completed: 'Approved', cancelled: 'Not approved' };

/** Why a referral is held, or the reason for its decision. */
const StatusReason = ({ row }: { row: ReferralRow }) => {
  const text =
    row.status === 'pending'
      ? row.held_for && `Same ${sharedIdentifierLabels[row.held_for]} as yours; we’re looking into it`
      : row.reason && `${decided[row.status] ?? statusLabel(row.status)}: ${row.reason}`;
  if (!text) return null;
  return (
    <chakra.span fontSize="xs" color="ink.muted" maxW="72" overflowWrap="anywhere" textWrap="pretty">
      {text}
    </chakra.span>
  );
};

const columns: readonly Column<ReferralRow>[] = [
  { head: 'Date', whiteSpace: 'nowrap', cell: ({ created_at }) => <Day instant={created_at} /> },
  { head: 'Referral code', cell: ({ referral_code }) => <Code>{referral_code}</Code> },
  {
    head: 'Source',
    cell: ({ source, arrival }) => (
      <span>
        {statusLabel(source)}
        {arrivalText[arrival] && <chakra.span color="ink.muted">, {arrivalText[arrival]}</chakra.span>}
      </span>
    ),
  },
  {
    head: 'Status',
    cell: (row) => (
      <Box display="grid" gap="1" css={{ justifyItems: 'end', [asTable('many')]: { justifyItems: 'start' } }}>
        <StatusBadge tone={tones[row.status] ?? 'neutral'}>{statusLabel(row.status)}</StatusBadge>
        <StatusReason row={row} />
      </Box>
    ),
  },
  { head: 'Conversion', cell: ({ conversion_type }) => statusLabel(conversion_type) },
];

const NoReferrals = () => {
  const [, setSearch] = useSearchParams();
  return (
    <EmptyState
      sentence="No referrals yet. Share one of your codes: anyone who signs up with it appears here right away."
      action={<Button onClick={() => setSearch({}, { replace: true })}>See your codes</Button>}
    />
  );
};

/** The creator's referrals, newest first. */
export const MyReferrals = () => {
  const { status, reading, nextCursor, moreFailed } = useAtomValue(ownReferrals.listAtom);
  const rows = useAtomValue(referralRowsAtom);
  const refresh = useSetAtom(ownReferrals.refreshAtom);
  const more = useSetAtom(ownReferrals.moreAtom);
  const change = useAtomValue(latestChangeAtom);
  const isBusy = reading !== null;
  const failed = status === 'failed' || moreFailed;
  useEffect(() => void refresh(change), [refresh, change]);
  return (
    <Stack gap="4">
      <Flex justify="flex-end" minH="9">
        <Button variant="secondary" size="sm" disabled={isBusy} onClick={() => void refresh()}>
          <RefreshCw size={16} strokeWidth={1.5} aria-hidden /> {isBusy ? 'Refreshing…' : 'Refresh'}
        </Button>
      </Flex>
      {failed && (
        <Box role="alert" color="trouble">
          Error loading referrals
        </Box>
      )}
      {!rows && !failed && <Skeleton h="220px" role="status" aria-label="Loading your referrals" />}
      {rows?.length === 0 && <NoReferrals />}
      {rows && rows.length > 0 && <RowsTable label="My referrals" columns={columns} rows={rows} rowKey="id" />}
      {nextCursor && (
        <Button variant="secondary" alignSelf="center" disabled={isBusy} onClick={() => void more()}>
          Show more
        </Button>
      )}
    </Stack>
  );
};
