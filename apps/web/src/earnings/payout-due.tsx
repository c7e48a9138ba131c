import { Link as PlainLink } from '@chakra-ui/react';
import { payoutWindowDays } from '@tessera/domain/earnings/split';
import { formatUsd } from '@tessera/domain/money';
import { useAtomValue } from 'jotai';
import { Link } from 'react-router-dom';
import { paths } from '../paths.ts';
import { Figure } from '../ui/facts/figure.tsx';
import { Skeleton } from '../ui/layout/skeleton.tsx';
import { balanceQueryAtom } from './balance.atoms.ts';
import { NextDue } from './next-due.tsx';

/** A dashboard figure: the amount that is due but not on its way yet, and what falls due next. */
export const PayoutDue = () => {
  const { data: balance, isError } = useAtomValue(balanceQueryAtom);
  if (!balance && !isError) return <Skeleton minH={{ base: '108px', md: '121px' }} borderRadius="media" />;
  return (
    <Figure
      label={
        <PlainLink asChild color="inherit">
          <Link to={paths.creator.payouts}>Payout due</Link>
        </PlainLink>
      }
      value={balance?.payout_due_cents ?? 0}
      format={balance ? formatUsd : () => '–'}
      hint={<NextDue due={balance?.due ?? []} fallback={`Each sale falls due after ${payoutWindowDays} days`} />}
    />
  );
};
