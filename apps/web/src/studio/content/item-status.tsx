import { Box } from '@chakra-ui/react';
import { CircleAlert, CircleCheck, CircleSlash, Clock } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { OwnContentRow } from '@tessera/contract/content';
import { StatusBadge } from '../../ui/facts/status-badge.tsx';
import type { Tone } from '../../ui/facts/status-badge.tsx';

interface Status {
  readonly label: string;
  readonly tone: Tone;
  readonly icon: LucideIcon;
  /** Why it isn't on sale yet, for the creator to read. */
  readonly reason?: string | null;
}

const statusOf = ({ status, preparation, preparation_problem }: OwnContentRow): Status => {
  if (status === 'withdrawn') return { label: 'Withdrawn', tone: 'neutral', icon: CircleSlash };
  if (preparation === 'failed')
    return { label: 'Video could not be prepared', tone: 'trouble', icon: CircleAlert, reason: preparation_problem };
  if (preparation === 'processing')
    return { label: 'Preparing', tone: 'waiting', icon: Clock, reason: preparation_problem };
  return { label: 'On sale', tone: 'positive', icon: CircleCheck };
};

/** An item's status as text, icon and color. */
export const ItemStatus = ({ item }: { item: OwnContentRow }) => {
  const { label, tone, icon: Icon, reason } = statusOf(item);
  return (
    <>
      <StatusBadge tone={tone}>
        <Icon size={14} strokeWidth={1.75} aria-hidden />
        {label}
        {reason && <Box srOnly>:</Box>}
      </StatusBadge>
      {reason && (
        <Box fontSize="xs" color="ink.muted" mt="1" lineClamp="3">
          {reason}
        </Box>
      )}
    </>
  );
};
