import { Box, Stack, chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';

interface IntegrationPanelProps {
  readonly title: string;
  readonly badge: ReactNode;
  readonly children: ReactNode;
}

/** One integration on the status page: its name, status and actions. */
export const IntegrationPanel = ({ title, badge, children }: IntegrationPanelProps) => (
  <Box as="section" aria-label={title} borderWidth="1px" borderRadius="media" bg="surface" p={{ base: '5', md: '6' }}>
    <Stack gap="5">
      <Box display="flex" flexWrap="wrap" gap="3" alignItems="center" justifyContent="space-between">
        <chakra.h2 fontFamily="display" fontSize="xl">
          {title}
        </chakra.h2>
        {badge}
      </Box>
      {children}
    </Stack>
  </Box>
);
