import { Box, Grid, Stack } from '@chakra-ui/react';
import type { ReactNode } from 'react';

interface UploadLayoutProps {
  readonly media: ReactNode;
  /** Many files, which take the larger part; the form stays in sight beside them. */
  readonly isTable?: boolean;
  readonly children: ReactNode;
}

const beside = { position: { lg: 'sticky' }, top: '24' } as const;

/** The media beside the form, in sight while the form is filled in; above it on a phone. */
export const UploadLayout = ({ media, isTable = false, children }: UploadLayoutProps) => (
  <Grid
    templateColumns={{
      base: 'minmax(0, 1fr)',
      lg: isTable ? 'minmax(0, 1fr) minmax(0, 440px)' : 'minmax(0, 2fr) minmax(0, 3fr)',
    }}
    gap={{ base: '4', md: '6' }}
    alignItems="start"
  >
    <Box {...(!isTable && beside)}>{media}</Box>
    <Stack gap={{ base: '4', md: '6' }} {...(isTable && beside)}>
      {children}
    </Stack>
  </Grid>
);
