import { Link as PlainLink } from '@chakra-ui/react';
import type { Balance } from '@tessera/contract/money/earnings';
import { formatUsd } from '@tessera/domain/money';
import { payoutPromise } from '@tessera/domain/payouts/titles';
import { useAtomValue } from 'jotai';
import { Link } from 'react-router-dom';
import { paths } from '../paths.ts';
import { Figure } from '../ui/facts/figure.tsx';
import { Skeleton } from '../ui/layout/skeleton.tsx';
import { balanceQueryAtom } from './balance.atoms.ts';
import { NextDue } from './next-due.tsx';
import { PaidBy } from './paid-by.tsx';

const hintOf = (balance: Balance | undefined) =>
  balance && balance.payout_due_cents > 0 ? (
    <PaidBy balance={balance} />
  ) : (
    <NextDue due={balance?.due ?? []} fallback={payoutPromise.available} />
  );

/** A dashboard figure: the amount that is due but not on its way yet, and when it is paid; if none is, what comes next. */
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
      hint={hintOf(balance)}
    />
  );
};
