import { Box } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** A count at the upper corner of an icon button, which is positioned and says the count in its label. */
export const CountBadge = ({ testId, children }: { readonly testId: string; readonly children: ReactNode }) => (
  <Box
    as="span"
    data-testid={testId}
    position="absolute"
    top="1"
    // It grows away from the icon, which stays in sight.
    insetStart="calc(50% + 2px)"
    minW="4.5"
    h="4.5"
    px="1"
    borderRadius="full"
    bg="accent"
    color="accent.contrast"
    fontSize="xs"
    lineHeight="18px"
    textAlign="center"
    fontVariantNumeric="tabular-nums"
  >
    {children}
  </Box>
);
