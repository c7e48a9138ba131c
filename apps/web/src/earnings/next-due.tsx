import { chakra } from '@chakra-ui/react';
import type { Balance } from '@tessera/contract/money/earnings';
import { formatDay } from '@tessera/domain/days';
import { formatUsd } from '@tessera/domain/money';

/** What falls due next, and when; other words where nothing does. */
export const NextDue = ({ due, otherwise }: Pick<Balance, 'due'> & { otherwise: string }) => {
  const next = due.find(({ cents }) => cents > 0);
  if (!next) return otherwise;
  return (
    <>
      Next: {formatUsd(next.cents)} on <chakra.span whiteSpace="nowrap">{formatDay(next.on)}</chakra.span>
    </>
  );
};
