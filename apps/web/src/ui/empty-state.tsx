import { Box, chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** Of a 4 x 4 floor of tiles these stand out: one in the accent, some in ink. */
const inked = new Set([1, 4, 6, 11, 14]);
const accented = 9;
const tilePx = 20;
const pitchPx = 24;

const Floor = () => (
  <chakra.svg viewBox="0 0 92 92" boxSize="23" aria-hidden>
    {Array.from({ length: 16 }, (_, index) => (
      <chakra.rect
        key={index}
        x={(index % 4) * pitchPx}
        y={Math.floor(index / 4) * pitchPx}
        width={`${tilePx}px`}
        height={`${tilePx}px`}
        rx={3}
        fill={index === accented ? 'accent' : inked.has(index) ? 'hairline' : 'sunken'}
        stroke="hairline"
      />
    ))}
  </chakra.svg>
);

/** Nothing here yet: one drawn pattern, one sentence, one thing to do. */
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
    <Floor />
    <Box fontSize="lg" maxW="md" textWrap="balance">
      {sentence}
    </Box>
    {action}
  </Box>
);
