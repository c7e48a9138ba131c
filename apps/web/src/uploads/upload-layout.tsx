import { Box, Grid, Stack } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** The media beside the form, in sight while the form is filled in; above it on a phone. */
export const UploadLayout = ({ media, children }: { media: ReactNode; children: ReactNode }) => (
  <Grid
    templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 2fr) minmax(0, 3fr)' }}
    gap={{ base: '4', md: '6' }}
    alignItems="start"
  >
    <Box position={{ lg: 'sticky' }} top="24">
      {media}
    </Box>
    <Stack gap={{ base: '4', md: '6' }}>{children}</Stack>
  </Grid>
);
