import { chakra } from '@chakra-ui/react';

/** The logo: four tiles, one of them in the accent color. */
export const TileMark = ({ size = '24px' }: { size?: string }) => (
  <chakra.svg viewBox="0 0 24 24" boxSize={size} aria-hidden flexShrink={0}>
    <chakra.rect x={1} y={1} width="10px" height="10px" rx={2} fill="ink" />
    <chakra.rect x={13} y={1} width="10px" height="10px" rx={2} fill="accent" />
    <chakra.rect x={1} y={13} width="10px" height="10px" rx={2} fill="ink" />
    <chakra.rect x={13} y={13} width="10px" height="10px" rx={2} fill="ink" />
  </chakra.svg>
);
