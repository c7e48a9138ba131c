import { Box, Grid, Stack } from '@chakra-ui/react';
import type { ReactNode } from 'react';

interface UploadLayoutProps {
  readonly media: ReactNode;
  /** Whether the media is a grid of many files: it gets the wider column, and the form stays in view next to it. */
  readonly isTable?: boolean;
  readonly children: ReactNode;
}

const sticky = { position: { lg: 'sticky' }, top: '24' } as const;

/** The media next to the form, always in view while the form is filled in; above it on a phone. */
export const UploadLayout = ({ media, isTable = false, children }: UploadLayoutProps) => (
  <Grid
    templateColumns={{
      base: 'minmax(0, 1fr)',
      lg: isTable ? 'minmax(0, 1fr) minmax(0, 440px)' : 'minmax(0, 2fr) minmax(0, 3fr)',
    }}
    gap={{ base: '4', md: '6' }}
    alignItems="start"
  >
    <Box {...(!isTable && sticky)}>{media}</Box>
    <Stack gap={{ base: '4', md: '6' }} {...(isTable && sticky)}>
      {children}
    </Stack>
  </Grid>
);
