import { chakra } from '@chakra-ui/react';

/** The darker tiles of the 4 x 4 pattern; another one has the accent color. */
const inked = new Set([1, 4, 6, 11, 14]);
const accented = 9;
const tilePx = 20;
const pitchPx = 24;

interface TilePatternProps {
  readonly size: string;
  /** Shows only the outline of the accent tile. */
  readonly missing?: boolean;
}

const styleOf = (index: number, missing: boolean) => {
  if (index !== accented) return { fill: inked.has(index) ? 'hairline' : 'sunken', stroke: 'hairline' };
  return missing ? { fill: 'none', stroke: 'accent', strokeDasharray: '3 3' } : { fill: 'accent', stroke: 'hairline' };
};

/** A decorative pattern for pages and lists that have nothing to show. */
export const TilePattern = ({ size, missing = false }: TilePatternProps) => (
  <chakra.svg viewBox="-1 -1 94 94" boxSize={size} aria-hidden flexShrink={0}>
    {Array.from({ length: 16 }, (_, index) => (
      <chakra.rect
        key={index}
        x={(index % 4) * pitchPx}
        y={Math.floor(index / 4) * pitchPx}
        width={`${tilePx}px`}
        height={`${tilePx}px`}
        rx={3}
        {...styleOf(index, missing)}
      />
    ))}
  </chakra.svg>
);
