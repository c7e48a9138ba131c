import { Stack, chakra } from '@chakra-ui/react';
import { lastPayoutText } from '@tessera/domain/payouts/last-payout';
import { useAtomValue } from 'jotai';
import { Notice } from '../ui/layout/notice.tsx';
import { Skeleton } from '../ui/layout/skeleton.tsx';
import { ReadFailed } from '../ui/table/list-states.tsx';
import { balanceQueryAtom } from './balance.atoms.ts';

/**
 * For a creator who is about to delete their account: what is still due, when it is paid, and what is kept for that.
 */
export const LastPayout = () => {
  const { data: balance, error, refetch } = useAtomValue(balanceQueryAtom);
  if (!balance && error) {
    return <ReadFailed words="What’s due to you could not be loaded" onTryAgain={() => void refetch()} />;
  }
  if (!balance) return <Skeleton h="128px" role="status" aria-label="Loading what’s due to you" />;
  const { title, sentences, toDo } = lastPayoutText(balance);
  return (
    <Notice tone={toDo ? 'trouble' : 'accent'} title={title}>
      <Stack gap="1.5">
        {toDo && <chakra.p fontWeight="600">{toDo}</chakra.p>}
        {sentences.length > 0 && <chakra.p>{sentences.join(' ')}</chakra.p>}
      </Stack>
    </Notice>
  );
};
