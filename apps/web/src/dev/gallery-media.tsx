import { Box, Grid, chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Placeholder } from '../ui/media/media-still.tsx';
import { MediaTile } from '../ui/media/media-tile.tsx';
import { sceneUrl } from '../ui/media/scenes.ts';
import { Skeleton } from '../ui/layout/skeleton.tsx';
import { Exhibit } from './exhibit.tsx';

/** As the pipeline makes it of a picture. */
const blurred =
  'data:image/webp;base64,UklGRjoAAABXRUJQVlA4IC4AAADQAQCdASoQAAwAA4BaJbACdAEOzB6wAAD+xUcuflxlzgL7krZfWgOHi7sKGAAA';
/** Neither ever answers with a picture. */
const broken = 'data:image/png;base64,AAAA';
const brokenFilm = 'data:video/mp4;base64,AAAA';

const Piece = ({ name, children }: { name: string; children: ReactNode }) => (
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
  <Exhibit name="Media: there, on its way, moving, missing">
    <Grid templateColumns="repeat(auto-fill, minmax(136px, 1fr))" gap="4">
      <Piece name="A picture">
        <MediaTile media={sceneUrl(0)} type="image" alt="Hills at dusk" />
      </Piece>
      <Piece name="Its place">
        <Skeleton aspectRatio="4 / 3" borderRadius="media" />
      </Piece>
      <Piece name="On its way">
        <Box position="relative" aspectRatio="4 / 3" overflow="hidden" borderRadius="media">
          <Placeholder picture={blurred} />
        </Box>
      </Piece>
      <Piece name="A film, at rest; point at it and it fails">
        <MediaTile media={sceneUrl(3)} type="video" alt="A sail" clip={brokenFilm} />
      </Piece>
      <Piece name="A film that is being prepared">
        <MediaTile media={sceneUrl(6)} type="video" alt="A city" />
      </Piece>
      <Piece name="Empty">
        <MediaTile media="" type="image" alt="Nothing" />
      </Piece>
      <Piece name="Broken picture">
        <MediaTile media={broken} type="image" alt="Broken picture" />
      </Piece>
      <Piece name="Broken film">
        <MediaTile media={brokenFilm} type="video" alt="Broken film" />
      </Piece>
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
