import { Box, Flex, chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** One exhibit of the gallery, with its name. */
export const Exhibit = ({ name, children }: { name: string; children: ReactNode }) => (
  <Box>
    <chakra.h2 fontSize="xs" fontWeight="600" color="ink.muted" mb="3">
      {name}
    </chakra.h2>
    {children}
  </Box>
);

export const Row = ({ children }: { children: ReactNode }) => (
  <Flex gap="3" wrap="wrap" align="center">
    {children}
  </Flex>
);
