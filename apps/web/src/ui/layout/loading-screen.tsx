import { Box } from '@chakra-ui/react';
import { TileMark } from '../media/tile-mark.tsx';

/** Shown until it is known what the page may show. */
export const LoadingScreen = () => (
  <Box role="status" display="grid" placeItems="center" minH="60dvh" color="ink.muted">
    <Box display="flex" alignItems="center" gap="3" animation="pulse 1.6s ease-in-out infinite">
      <TileMark />
      Loading...
    </Box>
  </Box>
);
