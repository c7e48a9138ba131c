import { Box, chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** One name and value of a `dl`. */
export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <Box
    display="grid"
    gridTemplateColumns={{ base: '112px minmax(0, 1fr)', md: '144px minmax(0, 1fr)' }}
    gap="4"
    py="3"
    borderTopWidth="1px"
    borderColor="hairline"
    fontSize="sm"
  >
    <chakra.dt color="ink.muted">{name}</chakra.dt>
    <chakra.dd fontWeight="500" overflowWrap="anywhere">
      {children}
    </chakra.dd>
  </Box>
);
