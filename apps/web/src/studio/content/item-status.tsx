import { Box } from '@chakra-ui/react';
import { CircleAlert, CircleCheck, CircleSlash, Clock } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { OwnContentRow } from '@tessera/contract/content';
import { StatusBadge } from '../../ui/facts/status-badge.tsx';
import type { Tone } from '../../ui/facts/status-badge.tsx';

interface Status {
  readonly words: string;
  readonly tone: Tone;
  readonly icon: LucideIcon;
  /** What it means for the creator. */
  readonly reason?: string | null;
}

const statusOf = ({ status, preparation, preparation_problem }: OwnContentRow): Status => {
  if (status === 'withdrawn') return { words: 'Withdrawn', tone: 'neutral', icon: CircleSlash };
  if (preparation === 'failed')
    return { words: 'Video could not be prepared', tone: 'trouble', icon: CircleAlert, reason: preparation_problem };
  if (preparation === 'processing') return { words: 'Preparing video…', tone: 'waiting', icon: Clock };
  return { words: 'On sale', tone: 'positive', icon: CircleCheck };
};

/** What has become of an item, in words, a sign and a color. */
export const ItemStatus = ({ item }: { item: OwnContentRow }) => {
  const { words, tone, icon: Icon, reason } = statusOf(item);
  return (
    <>
      <StatusBadge tone={tone}>
        <Icon size={14} strokeWidth={1.75} aria-hidden />
        {words}
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
