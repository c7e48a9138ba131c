import { chakra } from '@chakra-ui/react';

/** Of a 4 x 4 floor of tiles these stand out; one is the accent of the mark. */
const inked = new Set([1, 4, 6, 11, 14]);
const accented = 9;
const tilePx = 20;
const pitchPx = 24;

interface TilePatternProps {
  readonly size: string;
  /** The tile of the accent is gone and has left its outline. */
  readonly missing?: boolean;
}

const look = (index: number, missing: boolean) => {
  if (index !== accented) return { fill: inked.has(index) ? 'hairline' : 'sunken', stroke: 'hairline' };
  return missing ? { fill: 'none', stroke: 'accent', strokeDasharray: '3 3' } : { fill: 'accent', stroke: 'hairline' };
};

/** One drawn pattern for the places where nothing is. */
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
        {...look(index, missing)}
      />
    ))}
  </chakra.svg>
);
