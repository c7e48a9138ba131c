import { Box, Flex, Stack, chakra } from '@chakra-ui/react';
import type { RewardRow, RewardTotalRow } from '@tessera/contract/referrals';
import { formatUsd } from '@tessera/domain/money';
import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { formatDay, formatExactly } from '../kernel/dates.ts';
import type { pagedList } from '../kernel/reading/paged-list.ts';
import { creatorDashboardAtom, licenseNouns } from '../studio/public.ts';
import { Button } from '../ui/controls/button.tsx';
import { Choice, optionsOf } from '../ui/controls/choice.tsx';
import { Money } from '../ui/facts/money.tsx';
import { EmptyState } from '../ui/layout/empty-state.tsx';
import { Skeleton } from '../ui/layout/skeleton.tsx';
import { Cell, Heads, Table } from '../ui/table/table.tsx';
import { latestRewardAtom, rewardsByCreator, rewardsByLicense } from './rewards.atoms.ts';

const Day = ({ time }: { time: string }) => (
  <time dateTime={time} title={formatExactly(time)}>
    {formatDay(time)}
  </time>
);

const Code = ({ code }: { code: string | null }) => (
  <Cell data-label="Referral code">
    <chakra.span letterSpacing="0.06em" fontWeight="500">
      {code ?? '–'}
    </chakra.span>
  </Cell>
);

const Earned = ({ cents }: { cents: number }) => (
  <Cell data-label="Earned" numeric fontWeight="600">
    <Money cents={cents} />
  </Cell>
);

const ByCreator = ({ rows }: { rows: readonly RewardTotalRow[] }) => (
  <Table label="Rewards by creator">
    <Heads columns={['Referral code', 'Joined', 'Latest reward']} numeric={['Licenses', 'Earned']} />
    {rows.map((row) => (
      <tbody key={row.id}>
        <tr>
          <Code code={row.referral_code} />
          <Cell data-label="Joined" whiteSpace="nowrap">
            {row.referred_at ? <Day time={row.referred_at} /> : '–'}
          </Cell>
          <Cell data-label="Latest reward" whiteSpace="nowrap">
            <Day time={row.latest_at} />
          </Cell>
          <Cell data-label="Licenses" numeric>
            {row.licenses.toLocaleString('en-US')}
          </Cell>
          <Earned cents={row.reward_cents} />
        </tr>
      </tbody>
    ))}
  </Table>
);

const ByLicense = ({ rows }: { rows: readonly RewardRow[] }) => (
  <Table label="Rewards by license">
    <Heads columns={['Date', 'Item', 'License', 'Referral code']} numeric={['Price', 'Earned']} />
    {rows.map((row) => (
      <tbody key={row.id}>
        <tr>
          <Cell data-label="Date" whiteSpace="nowrap">
            <Day time={row.earned_at} />
          </Cell>
          <Cell data-label="Item" overflowWrap="anywhere">
            <chakra.span textAlign={{ base: 'end', md: 'start' }}>{row.title}</chakra.span>
          </Cell>
          <Cell data-label="License" whiteSpace="nowrap">
            {licenseNouns[row.license_type]}
          </Cell>
          <Code code={row.referral_code} />
          <Cell data-label="Price" numeric>
            <Money cents={row.price_cents} />
          </Cell>
          <Earned cents={row.reward_cents} />
        </tr>
      </tbody>
    ))}
  </Table>
);

interface ListProps<Row extends { readonly id: string }> {
  readonly of: ReturnType<typeof pagedList<Row>>;
  readonly children: (rows: readonly Row[]) => ReactNode;
}

/** Read again whenever there is another reward. */
const List = <Row extends { readonly id: string }>({ of, children }: ListProps<Row>) => {
  const { status, items, reading, nextCursor, moreFailed } = useAtomValue(of.listAtom);
  const refresh = useSetAtom(of.refreshAtom);
  const more = useSetAtom(of.moreAtom);
  const latest = useAtomValue(latestRewardAtom);
  useEffect(() => void refresh(latest), [refresh, latest]);
  return (
    <Stack gap="4">
      {(status === 'failed' || moreFailed) && (
        <Box role="alert" color="trouble">
          The rewards could not be read. Please reload the page.
        </Box>
      )}
      {status === 'loading' && <Skeleton h="220px" role="status" aria-label="Loading your rewards" />}
      {status === 'loaded' && items.length === 0 && (
        <EmptyState sentence="No rewards yet. You earn with every license that a creator you referred sells, from the first one on." />
      )}
      {items.length > 0 && children(items)}
      {nextCursor && (
        <Button variant="secondary" alignSelf="center" disabled={reading !== null} onClick={() => void more()}>
          Show more
        </Button>
      )}
    </Stack>
  );
};

const titles = { creator: 'By creator', license: 'By license' } as const;

/** What the licenses of the creators one referred have brought, by creator or one by one. */
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
          <Choice label="How rewards are listed" value={by} options={optionsOf(titles)} onChange={show} />
        </Box>
      </Flex>
      {by === 'creator' ? (
        <List of={rewardsByCreator}>{(rows) => <ByCreator rows={rows} />}</List>
      ) : (
        <List of={rewardsByLicense}>{(rows) => <ByLicense rows={rows} />}</List>
      )}
    </Stack>
  );
};
