import { Box, Flex, Stack } from '@chakra-ui/react';
import type { RewardRow, RewardTotalRow } from '@tessera/contract/referrals';
import { formatUsd } from '@tessera/domain/money';
import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { pagedList } from '../kernel/reading/paged-list.ts';
import { creatorDashboardAtom, licenseNouns } from '../studio/public.ts';
import { Button } from '../ui/controls/button.tsx';
import { Choice, optionsOf } from '../ui/controls/choice.tsx';
import { Money } from '../ui/facts/money.tsx';
import { Day, UtcDay } from '../ui/facts/times.tsx';
import { EmptyState } from '../ui/layout/empty-state.tsx';
import { Skeleton } from '../ui/layout/skeleton.tsx';
import { RowsTable } from '../ui/table/table.tsx';
import type { Column } from '../ui/table/table.tsx';
import { latestRewardAtom, rewardsByCreator, rewardsByLicense } from './rewards.atoms.ts';
import { Code } from './codes/code.tsx';

const codeColumn = {
  head: 'Referral code',
  cell: ({ referral_code }: { readonly referral_code: string | null }) => <Code>{referral_code ?? '–'}</Code>,
};

const earnedColumn = {
  head: 'Earned',
  kind: 'figure',
  fontWeight: '600',
  cell: ({ reward_cents }: { readonly reward_cents: number }) => <Money cents={reward_cents} />,
} as const;

const creatorColumns: readonly Column<RewardTotalRow>[] = [
  codeColumn,
  {
    head: 'Joined',
    whiteSpace: 'nowrap',
    cell: ({ referred_at }) => (referred_at ? <Day instant={referred_at} /> : '–'),
  },
  { head: 'Latest reward (UTC)', whiteSpace: 'nowrap', cell: ({ latest_at }) => <UtcDay instant={latest_at} /> },
  { head: 'Licenses', kind: 'figure', cell: ({ licenses }) => licenses.toLocaleString('en-US') },
  earnedColumn,
];

const licenseColumns: readonly Column<RewardRow>[] = [
  { head: 'Date (UTC)', whiteSpace: 'nowrap', cell: ({ earned_at }) => <UtcDay instant={earned_at} /> },
  {
    head: 'Item',
    overflowWrap: 'anywhere',
    cell: ({ title }) => title,
  },
  { head: 'License', whiteSpace: 'nowrap', cell: ({ license_type }) => licenseNouns[license_type] },
  codeColumn,
  { head: 'Price', kind: 'figure', cell: ({ price_cents }) => <Money cents={price_cents} /> },
  earnedColumn,
];

interface ListProps<Row extends { readonly id: string }> {
  readonly of: ReturnType<typeof pagedList<Row>>;
  readonly label: string;
  readonly columns: readonly Column<Row>[];
}

/** A list of rewards, loaded again whenever there is a new one. */
const List = <Row extends { readonly id: string }>({ of, label, columns }: ListProps<Row>) => {
  const { status, items, reading, nextCursor, moreFailed } = useAtomValue(of.listAtom);
  const refresh = useSetAtom(of.refreshAtom);
  const more = useSetAtom(of.moreAtom);
  const latest = useAtomValue(latestRewardAtom);
  useEffect(() => void refresh(latest), [refresh, latest]);
  return (
    <Stack gap="4">
      {(status === 'failed' || moreFailed) && (
        <Box role="alert" color="trouble">
          The rewards could not be loaded. Please reload the page.
        </Box>
      )}
      {status === 'loading' && <Skeleton h="220px" role="status" aria-label="Loading your rewards" />}
      {status === 'loaded' && items.length === 0 && (
        <EmptyState sentence="No rewards yet. You earn a reward on every license sold by a creator you referred, starting with the first." />
      )}
      {items.length > 0 && <RowsTable label={label} columns={columns} rows={items} rowKey="id" />}
      {nextCursor && (
        <Button variant="secondary" alignSelf="center" disabled={reading !== null} onClick={() => void more()}>
          Show more
        </Button>
      )}
    </Stack>
  );
};

const titles = { creator: 'By creator', license: 'By license' } as const;

/** The rewards that a creator has earned from referred creators, by creator or by license. */
export const Rewards = () => {
  const dashboard = useAtomValue(creatorDashboardAtom);
  const [search, setSearch] = useSearchParams();
  const by = search.get('by') === 'license' ? 'license' : 'creator';
  const show = (value: keyof typeof titles) =>
    setSearch(value === 'creator' ? { tab: 'rewards' } : { tab: 'rewards', by: value }, { replace: true });
  return (
    <Stack gap="4">
      <Flex justify="space-between" align="center" gap="4" wrap="wrap" minH="11">
        <Box fontVariantNumeric="tabular-nums">
          {dashboard && (
            <>
              You’ve earned <strong>{formatUsd(dashboard.reward_cents)}</strong> in rewards.
            </>
          )}
        </Box>
        <Box w="40">
          <Choice label="List rewards" value={by} options={optionsOf(titles)} onChange={show} />
        </Box>
      </Flex>
      {by === 'creator' ? (
        <List of={rewardsByCreator} label="Rewards by creator" columns={creatorColumns} />
      ) : (
        <List of={rewardsByLicense} label="Rewards by license" columns={licenseColumns} />
      )}
    </Stack>
  );
};
