import { Box, chakra } from '@chakra-ui/react';
import type { PayoutRow } from '@tessera/contract/money/earnings';
import { formatMinute } from '@tessera/domain/days';
import { payoutStatusTitles } from '@tessera/domain/payouts/titles';
import type { PayoutStatus } from '@tessera/domain/payouts/payout';
import { formatUtcExactly } from '../../kernel/dates.ts';

/** The steps still to come if all goes well. */
const upcomingSteps: Readonly<Partial<Record<PayoutStatus, readonly PayoutStatus[]>>> = {
  prepared: ['sent', 'paid'],
  sent: ['paid'],
};
const failureStatuses: readonly PayoutStatus[] = ['failed', 'returned'];

const marker = { boxSize: '2.5', borderRadius: '2px', flexShrink: 0, mt: '1.5' } as const;

/** The steps that a payout has been through, with times, then those still to come. */
export const PayoutSteps = ({ payout: { status, steps } }: { payout: PayoutRow }) => (
  <chakra.ol listStyleType="none" display="grid" gap="3" fontSize="sm" aria-label="Steps of this payout">
    {steps.map((step) => (
      <chakra.li
        key={step.status}
        display="flex"
        gap="3"
        {...(step.status === status && { 'aria-current': 'step' as const })}
      >
        <Box aria-hidden {...marker} bg={failureStatuses.includes(step.status) ? 'trouble' : 'accent'} />
        <Box>
          <Box fontWeight={step.status === status ? '600' : '500'}>{payoutStatusTitles[step.status]}</Box>
          <chakra.time dateTime={step.at} title={formatUtcExactly(step.at)} color="ink.muted">
            {formatMinute(step.at)}
          </chakra.time>
        </Box>
      </chakra.li>
    ))}
    {(upcomingSteps[status] ?? []).map((next) => (
      <chakra.li key={next} display="flex" gap="3" color="ink.muted">
        <Box aria-hidden {...marker} borderWidth="1px" borderColor="hairline.strong" />
        <Box>
          <Box fontWeight="500">{payoutStatusTitles[next]}</Box>
          Not yet
        </Box>
      </chakra.li>
    ))}
  </chakra.ol>
);
