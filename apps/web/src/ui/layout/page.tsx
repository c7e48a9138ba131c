import { Box, chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** The target of the skip link; there is one on every page. */
export const Main = ({ children }: { children: ReactNode }) => (
  <chakra.main id="content" flex="1" display="flex" flexDirection="column" minW={0}>
    {children}
  </chakra.main>
);

/** The content column of a page, at most 1280 px wide by default, with its window title. */
export const Page = ({ title, width = 'page', children }: { title: string; width?: string; children: ReactNode }) => (
  <Box mx="auto" w="full" maxW={width} px={{ base: '4', md: '8' }} py={{ base: '6', md: '10' }}>
    <title>{title === 'Tessera' ? title : `${title} · Tessera`}</title>
    {children}
  </Box>
);

interface PageHeadingProps {
  readonly children: ReactNode;
  /** One or two sentences below the heading. */
  readonly intro?: ReactNode;
  /** Next to the heading, or below it on a phone. */
  readonly actions?: ReactNode;
}

export const PageHeading = ({ children, intro, actions }: PageHeadingProps) => (
  <Box
    as="header"
    display="flex"
    flexWrap="wrap"
    gap="4"
    alignItems="flex-end"
    justifyContent="space-between"
    mb={{ base: '6', md: '8' }}
  >
    <Box maxW="prose">
      <chakra.h1 fontFamily="display" fontSize={{ base: '2xl', md: '3xl' }} lineHeight="1.15" letterSpacing="-0.01em">
        {children}
      </chakra.h1>
      {intro && (
        <Box color="ink.muted" mt="2">
          {intro}
        </Box>
      )}
    </Box>
    {actions && (
      <Box display="flex" gap="3" flexWrap="wrap">
        {actions}
      </Box>
    )}
  </Box>
);
