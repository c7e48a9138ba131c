import { Box, Flex, Grid, chakra } from '@chakra-ui/react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { PageHeading, Main, Page } from '../ui/layout/page.tsx';
import { Controls } from './gallery-controls.tsx';
import { Foundations } from './gallery-foundations.tsx';
import { Surfaces } from './gallery-surfaces.tsx';

const Shown = ({ theme, children }: { theme: 'light' | 'dark'; children: ReactNode }) => (
  <chakra.section
    className={`chakra-theme ${theme}`}
    style={{ colorScheme: theme }}
    aria-label={`${theme} theme`}
    bg="paper"
    color="ink"
    borderWidth="1px"
    borderColor="hairline"
    borderRadius="media"
    p={{ base: '4', md: '6' }}
    minW={0}
  >
    {children}
  </chakra.section>
);

const themes = ['light', 'dark'] as const;

/** Every component of `ui` in every state, in both themes side by side. Development builds only. */
export const GalleryPage = () => {
  const [changes, setChanges] = useState(0);
  return (
    <Main>
      <Page title="Gallery">
        <PageHeading intro="Every shared component in every state, in both themes. Dialogs and toasts use the theme of the page.">
          Gallery
        </PageHeading>
        <Grid templateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }} gap="6">
          {themes.map((theme) => (
            <Shown key={theme} theme={theme}>
              <Flex direction="column" gap="10">
                <Foundations />
                <Controls group={theme} />
                <Surfaces changes={changes} onChange={() => setChanges(changes + 1)} />
              </Flex>
            </Shown>
          ))}
        </Grid>
        <Box h="10" />
      </Page>
    </Main>
  );
};

export { GalleryPage as Component };
