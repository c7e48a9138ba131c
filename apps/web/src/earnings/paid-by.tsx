import { chakra } from '@chakra-ui/react';
import type { Balance } from '@tessera/contract/money/earnings';
import { formatDay } from '@tessera/domain/days';

/** When what is due is paid, or why it waits. */
export const PaidBy = ({ balance: { pay_by_on, waiting, day } }: { balance: Balance }) => {
  if (pay_by_on === null) return waiting?.title ?? 'Included in your next payout';
  if (pay_by_on < day) return 'Included in your next payout';
  return (
    <>
      Paid by <chakra.span whiteSpace="nowrap">{formatDay(pay_by_on)} (UTC)</chakra.span>
    </>
  );
};
