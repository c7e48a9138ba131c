import { Box, chakra } from '@chakra-ui/react';
import { sceneUrl } from './scenes.ts';

/** The `grid-area` of each tile on a grid of four by four. */
const places = [
  '1 / 1 / span 2 / span 2',
  '1 / 3 / span 1 / span 1',
  '1 / 4 / span 2 / span 1',
  '2 / 3 / span 1 / span 1',
  '3 / 1 / span 1 / span 1',
  '3 / 2 / span 2 / span 2',
  '3 / 4 / span 1 / span 1',
  '4 / 1 / span 1 / span 1',
];
const accentPlace = '4 / 4 / span 1 / span 1';

/** A mosaic of drawings, with one tile in the accent color. */
export const Mosaic = () => (
  <Box
    aria-hidden
    display="grid"
    gridTemplateColumns="repeat(4, 1fr)"
    gridTemplateRows="repeat(4, 1fr)"
    gap={{ base: '2', md: '3' }}
    w="full"
    h="full"
  >
    {places.map((place, index) => (
      <Box key={place} style={{ gridArea: place }} borderRadius="media" overflow="hidden" bg="sunken" minH={0} minW={0}>
        <chakra.img src={sceneUrl(index)} alt="" w="full" h="full" objectFit="cover" />
      </Box>
    ))}
    <Box style={{ gridArea: accentPlace }} bg="accent" borderRadius="media" />
  </Box>
);
