import { chakra } from '@chakra-ui/react';
import type { Balance } from '@tessera/contract/money/earnings';
import { formatDay } from '@tessera/domain/days';
import { formatUsd } from '@tessera/domain/money';

/** The next amount that becomes available, with its date; the fallback text if there is none. */
export const NextDue = ({ due, fallback }: Pick<Balance, 'due'> & { fallback: string }) => {
  const next = due.find(({ cents }) => cents > 0);
  if (!next) return fallback;
  return (
    <>
      Next: {formatUsd(next.cents)} on <chakra.span whiteSpace="nowrap">{formatDay(next.on)} (UTC)</chakra.span>
    </>
  );
};
