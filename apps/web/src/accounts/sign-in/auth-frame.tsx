import { Box, chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { lazyComponent } from '../../kernel/lazy-component.tsx';

/** A decoration, which narrow windows never show: nobody waits for it. */
const Mosaic = lazyComponent(async () => (await import('../../ui/media/mosaic.tsx')).Mosaic);

interface AuthFrameProps {
  /** The window title. */
  readonly title: string;
  readonly heading: string;
  readonly intro?: ReactNode;
  readonly children: ReactNode;
}

/** The layout of the sign-in pages: the form in one column and, if there is room, a mosaic of pictures next to it. */
export const AuthFrame = ({ title, heading, intro, children }: AuthFrameProps) => (
  <Box display="grid" gridTemplateColumns={{ base: '1fr', lg: '1fr 1fr' }} flex="1">
    <title>{`${title} · Tessera`}</title>
    <Box px={{ base: '4', md: '8' }} py={{ base: '8', md: '14' }}>
      <Box mx="auto" maxW="md">
        <Box as="header" mb="6">
          <chakra.h1 fontFamily="display" fontSize={{ base: '2xl', md: '3xl' }} lineHeight="1.15">
            {heading}
          </chakra.h1>
          {intro && (
            <Box color="ink.muted" mt="2">
              {intro}
            </Box>
          )}
        </Box>
        {children}
      </Box>
    </Box>
    <Box display={{ base: 'none', lg: 'block' }} position="relative" bg="sunken">
      <Box position="sticky" top="65px" h="calc(100dvh - 65px)" p="8">
        <Mosaic />
      </Box>
    </Box>
  </Box>
);
