import { Box, chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** The page's content column; full-width elements are placed outside of it. */
export const PageColumn = ({ children }: { children: ReactNode }) => (
  <Box mx="auto" w="full" maxW="page" px={{ base: '4', md: '8' }}>
    {children}
  </Box>
);

export const SectionHeading = ({ id, children }: { id: string; children: ReactNode }) => (
  <chakra.h2
    id={id}
    fontFamily="display"
    fontSize={{ base: '2xl', md: '4xl' }}
    lineHeight="1.1"
    letterSpacing="-0.025em"
    fontWeight="400"
  >
    {children}
  </chakra.h2>
);
