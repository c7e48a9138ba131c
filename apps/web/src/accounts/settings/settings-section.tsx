import { Box, chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Heading } from '../../ui/layout/panel.tsx';

interface SettingsSectionProps {
  readonly heading: string;
  /** One or two sentences on what this is about. */
  readonly intro?: ReactNode;
  readonly children: ReactNode;
}

/** One matter of the account: what it is on the left, what can be done on the right; below each other on a phone. */
export const SettingsSection = ({ heading, intro, children }: SettingsSectionProps) => (
  <chakra.section
    display="grid"
    gridTemplateColumns={{ base: '1fr', lg: '240px minmax(0, 1fr)' }}
    gap={{ base: '5', lg: '12' }}
    py={{ base: '8', md: '10' }}
    borderTopWidth="1px"
    borderColor="hairline"
  >
    <Box>
      <Heading>{heading}</Heading>
      {intro && (
        <Box mt="2" fontSize="sm" color="ink.muted" lineHeight="1.6" maxW="prose">
          {intro}
        </Box>
      )}
    </Box>
    <Box maxW="xl" minW={0}>
      {children}
    </Box>
  </chakra.section>
);
