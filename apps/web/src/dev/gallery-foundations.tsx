import { Box, Grid } from '@chakra-ui/react';
import { LoadingScreen } from '../ui/layout/loading-screen.tsx';
import { Money } from '../ui/facts/money.tsx';
import { Mosaic } from '../ui/media/mosaic.tsx';
import { TilePattern } from '../ui/media/tile-pattern.tsx';
import { TileMark } from '../ui/media/tile-mark.tsx';
import { WordMark } from '../ui/layout/word-mark.tsx';
import { Exhibit, Row } from './exhibit.tsx';

const colors = [
  'paper',
  'surface',
  'sunken',
  'ink',
  'ink.muted',
  'hairline',
  'hairline.strong',
  'accent',
  'accent.strong',
  'accent.tint',
  'positive',
  'positive.tint',
  'waiting',
  'waiting.tint',
  'trouble',
  'trouble.tint',
];
const sizes = [
  ['4xl', '48'],
  ['3xl', '36'],
  ['2xl', '28'],
  ['xl', '22'],
  ['lg', '18'],
  ['md', '16'],
  ['sm', '14'],
  ['xs', '12'],
] as const;

/** Logos, colors and type. */
export const Foundations = () => (
  <>
    <Exhibit name="Logos">
      <Row>
        <WordMark size="32px" />
        <TileMark />
        <TilePattern size="72px" />
        <TilePattern size="72px" missing />
        <Box boxSize="32">
          <Mosaic />
        </Box>
      </Row>
    </Exhibit>
    <Exhibit name="Colors">
      <Grid templateColumns="repeat(auto-fill, minmax(96px, 1fr))" gap="3">
        {colors.map((color) => (
          <Box key={color} fontSize="xs">
            <Box h="12" bg={color} borderWidth="1px" borderColor="hairline" borderRadius="control" mb="1" />
            {color}
          </Box>
        ))}
      </Grid>
    </Exhibit>
    <Exhibit name="Type">
      {sizes.map(([size, pixels]) => (
        <Box key={size} display="flex" alignItems="baseline" gap="4" overflow="hidden">
          <Box w="6" fontSize="xs" color="ink.muted" flexShrink={0}>
            {pixels}
          </Box>
          <Box fontSize={size} fontFamily="display" lineHeight="1.3" whiteSpace="nowrap">
            Rights worth reading
          </Box>
          <Box fontSize={size} lineHeight="1.3" whiteSpace="nowrap">
            1,234.50
          </Box>
        </Box>
      ))}
    </Exhibit>
    <Exhibit name="Money">
      <Row>
        <Money cents={125_000} />
        <Money cents={99} />
      </Row>
    </Exhibit>
    <Exhibit name="Loading screen">
      <Box maxH="120px" overflow="hidden" display="grid" alignItems="center">
        <LoadingScreen />
      </Box>
    </Exhibit>
  </>
);
