import { Box } from '@chakra-ui/react';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { justifiedLayout } from './justified-layout.ts';
import type { Place } from './justified-layout.ts';

/**
 * The width of the last wall: the next one is probably as wide, and is then laid out correctly from its first render.
 */
let lastWidth = 1_216;

/** The wall's width in pixels, measured before the first paint and whenever it changes. */
const useWidth = (wallRef: RefObject<HTMLElement | null>): number => {
  const [width, setWidth] = useState(lastWidth);
  useLayoutEffect(() => {
    const measure = () => {
      lastWidth = wallRef.current?.clientWidth || lastWidth;
      setWidth(lastWidth);
    };
    measure();
    const observer = new ResizeObserver(measure);
    if (wallRef.current) observer.observe(wallRef.current);
    return () => observer.disconnect();
  }, [wallRef]);
  return width;
};

interface JustifiedWallProps {
  /** Width by height of each picture. */
  readonly aspectRatios: readonly number[];
  /** Renders what is at a place, positioned absolutely. */
  readonly children: (index: number, place: Place) => ReactNode;
  readonly wall?: RefObject<HTMLDivElement | null>;
}

/** A wall whose pictures keep their aspect ratios. Each has its place before it is loaded, so that nothing moves. */
export const JustifiedWall = ({ aspectRatios, children, wall }: JustifiedWallProps) => {
  const own = useRef<HTMLDivElement>(null);
  const ref = wall ?? own;
  const width = useWidth(ref);
  const { places, height } = useMemo(() => justifiedLayout(aspectRatios, width), [aspectRatios, width]);
  return (
    <Box ref={ref} position="relative" css={{ container: 'wall / inline-size' }} style={{ height }}>
      {places.map((place, index) => children(index, place))}
    </Box>
  );
};
