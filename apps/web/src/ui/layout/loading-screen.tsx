import { Box } from '@chakra-ui/react';
import { TileMark } from '../media/tile-mark.tsx';

/** While it isn't known yet what may be shown. */
export const LoadingScreen = () => (
  <Box role="status" display="grid" placeItems="center" minH="60dvh" color="ink.muted">
    <Box display="flex" alignItems="center" gap="3" animation="pulse 1.6s ease-in-out infinite">
      <TileMark />
      Loading...
    </Box>
  </Box>
);
