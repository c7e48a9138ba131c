import { Box } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** A count at the upper corner of an icon button. The button must be positioned, and include the count in its label. */
export const CountBadge = ({ testId, children }: { readonly testId: string; readonly children: ReactNode }) => (
  <Box
    as="span"
    data-testid={testId}
    position="absolute"
    top="1"
    // Anchored here it grows away from the icon, which stays visible.
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
