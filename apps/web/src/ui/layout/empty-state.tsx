import { Box } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import { TilePattern } from '../media/tile-pattern.tsx';

/** Shown where there is nothing yet: a pattern, one sentence and one action. */
export const EmptyState = ({ sentence, action }: { sentence: string; action?: ReactNode }) => (
  <Box
    display="flex"
    flexDirection="column"
    alignItems="center"
    textAlign="center"
    gap="5"
    py={{ base: '12', md: '16' }}
    px="4"
  >
    <TilePattern size="92px" />
    <Box fontSize="lg" maxW="md" textWrap="balance">
      {sentence}
    </Box>
    {action}
  </Box>
);

/** Takes the place of a page's content that could not be loaded. `what` begins its sentence, as in 'This board'. */
export const LoadFailed = ({ what, onTryAgain }: { what: string; onTryAgain: () => void }) => (
  <EmptyState
    sentence={`${what} could not be loaded. Check your connection and try again.`}
    action={
      <Button variant="secondary" onClick={onTryAgain}>
        Try again
      </Button>
    }
  />
);
