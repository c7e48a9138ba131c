import { Box, Flex, Grid, Stack } from '@chakra-ui/react';
import type { PayoutRunDetails } from '@tessera/contract/money/payout-runs';
import { formatDay } from '@tessera/domain/days';
import { formatUsd } from '@tessera/domain/money';
import type { RunStatus } from '@tessera/domain/payouts/runs/payout-runs.view';
import { startedBySchedule } from '@tessera/domain/payouts/promise/schedule';
import { paymentMethodTitles, payoutStatusTitles } from '@tessera/domain/payouts/titles';
import { plural } from '../../../kernel/plural.ts';
import { Figure } from '../../../ui/facts/figure.tsx';
import { StatusBadge } from '../../../ui/facts/status-badge.tsx';
import { UtcMinute } from '../../../ui/facts/times.tsx';
import { payoutTones } from '../labels.ts';

const stepLabels: readonly (readonly [RunStatus, string])[] = [
  ['preparing', 'Started'],
  ['prepared', 'Prepared'],
  ['sent', 'Sent'],
  ['closed', 'Done'],
  ['canceled', 'Canceled'],
];

const starterOf = ({ started_by }: PayoutRunDetails) =>
  started_by === startedBySchedule ? ' automatically' : ` by ${started_by}`;

const Times = ({ run }: { run: PayoutRunDetails }) => (
  <Flex as="dl" columnGap="6" rowGap="2" wrap="wrap" fontSize="sm">
    <Flex gap="2">
      <Box as="dt" color="ink.muted">
        Pays what was available by
      </Box>
      <Box as="dd">
        <UtcMinute instant={run.due_by} />
      </Box>
    </Flex>
    {run.pay_by_on && (
      <Flex gap="2">
        <Box as="dt" color="ink.muted">
          Pay by
        </Box>
        <Box as="dd">{formatDay(run.pay_by_on)} (UTC)</Box>
      </Flex>
    )}
    {stepLabels.map(([status, label]) => {
      const time = run.times[status];
      return (
        time && (
          <Flex key={status} gap="2">
            <Box as="dt" color="ink.muted">
              {label}
            </Box>
            <Box as="dd">
              <UtcMinute instant={time} />
              {status === 'preparing' && starterOf(run)}
            </Box>
          </Flex>
        )
      );
    })}
  </Flex>
);

/** How many payouts have each status. */
const Outcomes = ({ run }: { run: PayoutRunDetails }) => (
  <Flex as="ul" listStyleType="none" gap="2" wrap="wrap" aria-label="Payout totals">
    {run.outcomes
      .filter(({ count }) => count > 0)
      .map(({ status, count }) => (
        <li key={status}>
          <StatusBadge tone={payoutTones[status]}>
            {payoutStatusTitles[status]}: {count.toLocaleString('en-US')}
          </StatusBadge>
        </li>
      ))}
  </Flex>
);

/** How much the run pays, in total and by payment method, and when it reached each step. */
export const RunTotals = ({ run }: { run: PayoutRunDetails }) => (
  <Stack gap="4">
    <Grid templateColumns={{ base: '1fr 1fr', lg: 'repeat(4, 1fr)' }} gap={{ base: '3', md: '4' }}>
      <Figure label="Total" value={run.total_cents} format={formatUsd} hint={plural(run.count, 'payout')} />
      {run.methods.map(({ method, cents, count }) => (
        <Figure
          key={method}
          label={paymentMethodTitles[method]}
          value={cents}
          format={formatUsd}
          hint={plural(count, 'payout')}
        />
      ))}
    </Grid>
    <Outcomes run={run} />
    <Times run={run} />
  </Stack>
);
