import { Box } from '@chakra-ui/react';
import type { ReactNode } from 'react';

export type Tone = 'neutral' | 'accent' | 'positive' | 'waiting' | 'trouble';

const colors: Readonly<Record<Tone, { color: string; bg: string }>> = {
  neutral: { color: 'ink.muted', bg: 'sunken' },
  accent: { color: 'accent', bg: 'accent.tint' },
  positive: { color: 'positive', bg: 'positive.tint' },
  waiting: { color: 'waiting', bg: 'waiting.tint' },
  trouble: { color: 'trouble', bg: 'trouble.tint' },
};

/** A status as a word; the color only reinforces it. */
export const StatusBadge = ({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) => (
  <Box
    as="span"
    display="inline-flex"
    alignItems="center"
    gap="1.5"
    h="6"
    px="2"
    borderRadius="sm"
    fontFamily="body"
    fontSize="xs"
    fontWeight="600"
    whiteSpace="nowrap"
    {...colors[tone]}
  >
    {children}
  </Box>
);
