import { Box, Grid, chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Placeholder } from '../ui/media/media-still.tsx';
import { MediaTile } from '../ui/media/media-tile.tsx';
import { sceneUrl } from '../ui/media/scenes.ts';
import { Skeleton } from '../ui/layout/skeleton.tsx';
import { Exhibit } from './exhibit.tsx';

/** A placeholder as the media pipeline makes it. */
const blurred =
  'data:image/webp;base64,UklGRjoAAABXRUJQVlA4IC4AAADQAQCdASoQAAwAA4BaJbACdAEOzB6wAAD+xUcuflxlzgL7krZfWgOHi7sKGAAA';
/** Neither address ever loads. */
const broken = 'data:image/png;base64,AAAA';
const brokenFilm = 'data:video/mp4;base64,AAAA';

const Example = ({ name, children }: { name: string; children: ReactNode }) => (
  <chakra.figure minW={0}>
    {children}
    <chakra.figcaption fontSize="xs" color="ink.muted" mt="1.5">
      {name}
    </chakra.figcaption>
  </chakra.figure>
);

const small = '72px';

/** Media in every state, large and as a thumbnail. */
export const Media = () => (
  <Exhibit name="Media: loaded, loading, moving, missing">
    <Grid templateColumns="repeat(auto-fill, minmax(136px, 1fr))" gap="4">
      <Example name="A picture">
        <MediaTile media={sceneUrl(0)} type="image" alt="Hills at dusk" />
      </Example>
      <Example name="A skeleton">
        <Skeleton aspectRatio="4 / 3" borderRadius="media" />
      </Example>
      <Example name="Loading">
        <Box position="relative" aspectRatio="4 / 3" overflow="hidden" borderRadius="media">
          <Placeholder picture={blurred} />
        </Box>
      </Example>
      <Example name="A video; hovering makes it fail">
        <MediaTile media={sceneUrl(3)} type="video" alt="A sail" clip={brokenFilm} />
      </Example>
      <Example name="A video that is being prepared">
        <MediaTile media={sceneUrl(6)} type="video" alt="A city" />
      </Example>
      <Example name="Empty">
        <MediaTile media="" type="image" alt="Nothing" />
      </Example>
      <Example name="Broken picture">
        <MediaTile media={broken} type="image" alt="Broken picture" />
      </Example>
      <Example name="Broken video">
        <MediaTile media={brokenFilm} type="video" alt="Broken film" />
      </Example>
    </Grid>
    <Box display="flex" gap="3" mt="4">
      {[sceneUrl(1), '', broken].map((media) => (
        <Box key={media} w={small}>
          <MediaTile media={media} type="image" alt="" />
        </Box>
      ))}
    </Box>
  </Exhibit>
);
