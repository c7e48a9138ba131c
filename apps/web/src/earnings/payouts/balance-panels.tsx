import { Box, Grid, chakra } from '@chakra-ui/react';
import type { Balance } from '@tessera/contract/money/earnings';
import { formatDay } from '@tessera/domain/days';
import { formatUsd } from '@tessera/domain/money';
import { payoutPromise } from '@tessera/domain/payouts/titles';
import { Heading, Panel } from '../../ui/layout/panel.tsx';
import { Figure } from '../../ui/facts/figure.tsx';
import { Money } from '../../ui/facts/money.tsx';
import { NextDue } from '../next-due.tsx';
import { PaidBy } from '../paid-by.tsx';

const availableHint = (balance: Balance) => {
  if (balance.available_cents < 0) return 'Covered by your next sales';
  return balance.available_cents === 0 ? 'Nothing is due right now' : <PaidBy balance={balance} />;
};

const heldHint = ({ held_cents, waiting }: Balance) =>
  held_cents === 0 ? 'Nothing is on hold' : (waiting?.title ?? 'Held for now');

/** Makes the last of the five figures fill its row. */
const lastSpan = { base: 'span 2', xl: 'auto' };

/** The five figures of a balance. Every cent is in exactly one of them. */
export const BalanceFigures = ({ balance }: { balance: Balance }) => (
  <Grid templateColumns={{ base: '1fr 1fr', md: 'repeat(3, 1fr)', xl: 'repeat(5, 1fr)' }} gap={{ base: '3', md: '4' }}>
    <Figure
      label="Pending"
      value={balance.pending_cents}
      format={formatUsd}
      hint={<NextDue due={balance.due} fallback="Nothing is pending" />}
    />
    <Figure label="Available" value={balance.available_cents} format={formatUsd} hint={availableHint(balance)} />
    <Figure label="Held" value={balance.held_cents} format={formatUsd} hint={heldHint(balance)} />
    <Figure
      label="On its way"
      value={balance.in_transit_cents}
      format={formatUsd}
      hint={balance.in_transit_cents === 0 ? 'Nothing is on its way' : 'In a payout that hasn’t arrived yet'}
    />
    <Box gridColumn={lastSpan} display="grid">
      <Figure label="Paid" value={balance.paid_cents} format={formatUsd} hint="Arrived so far" />
    </Box>
  </Grid>
);

const Line = chakra('div', {
  base: {
    display: 'flex',
    justifyContent: 'space-between',
    gap: '4',
    py: '2.5',
    borderTopWidth: '1px',
    borderColor: 'hairline',
    fontSize: 'sm',
  },
});

/** From when each part of the pending amount is available. */
export const DueDates = ({ balance }: { balance: Balance }) => (
  <Panel aria-labelledby="due-dates">
    <Heading id="due-dates" mb="2">
      Available from (UTC)
    </Heading>
    {balance.due.length === 0 ? (
      <Box fontSize="sm" color="ink.muted">
        Nothing is pending. {payoutPromise.available}.
      </Box>
    ) : (
      <chakra.dl mb="-2.5">
        {balance.due.map(({ on, cents }) => (
          <Line key={on}>
            <chakra.dt>
              <time dateTime={on}>{formatDay(on)}</time>
            </chakra.dt>
            <chakra.dd>
              <Money cents={cents} />
            </chakra.dd>
          </Line>
        ))}
      </chakra.dl>
    )}
  </Panel>
);

/** Everything ever earned minus what was reversed, which is the sum of the five figures. */
export const EarnedTotal = ({ balance: { earned_cents, reversed_cents } }: { balance: Balance }) => (
  <Panel aria-labelledby="adds-up">
    <Heading id="adds-up" mb="2">
      How it adds up
    </Heading>
    <chakra.dl>
      <Line>
        <chakra.dt>Sales and rewards</chakra.dt>
        <chakra.dd>
          <Money cents={earned_cents} />
        </chakra.dd>
      </Line>
      <Line>
        <chakra.dt>Refunds and lost disputes</chakra.dt>
        <chakra.dd>
          <Money cents={0 - reversed_cents} />
        </chakra.dd>
      </Line>
      <Line fontWeight="600" borderColor="ink">
        <chakra.dt>Total</chakra.dt>
        <chakra.dd>
          <Money cents={earned_cents - reversed_cents} />
        </chakra.dd>
      </Line>
    </chakra.dl>
    <Box fontSize="sm" color="ink.muted" mt="2">
      Pending, available, held, on its way and paid add up to the same total.
    </Box>
  </Panel>
);
