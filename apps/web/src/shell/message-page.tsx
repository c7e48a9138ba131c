import { Box, chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Page } from '../ui/layout/page.tsx';
import { TilePattern } from '../ui/media/tile-pattern.tsx';

interface MessagePageProps {
  /** The window title. */
  readonly title: string;
  readonly heading: string;
  readonly children: ReactNode;
  readonly actions: ReactNode;
}

/** Replaces a page that can't be shown: says what is wrong and where to continue, next to a pattern that lacks a tile. */
export const MessagePage = ({ title, heading, children, actions }: MessagePageProps) => (
  <Page title={title}>
    <Box
      display="flex"
      flexDirection={{ base: 'column', md: 'row-reverse' }}
      alignItems={{ base: 'flex-start', md: 'center' }}
      justifyContent="space-between"
      gap={{ base: '8', md: '16' }}
      minH={{ md: '60dvh' }}
      py={{ base: '6', md: '10' }}
    >
      <Box boxSize={{ base: '120px', md: '240px', lg: '320px' }} flexShrink={0} display="grid">
        <TilePattern size="full" missing />
      </Box>
      <Box minW={0} maxW="lg">
        <chakra.h1
          fontFamily="display"
          fontSize={{ base: '3xl', md: '4xl' }}
          lineHeight="1.1"
          letterSpacing="-0.02em"
          fontWeight="400"
        >
          {heading}
        </chakra.h1>
        {children}
        <Box display="flex" flexWrap="wrap" gap="3" mt="8">
          {actions}
        </Box>
      </Box>
    </Box>
  </Page>
);
