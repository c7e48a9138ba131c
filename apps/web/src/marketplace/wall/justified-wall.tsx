import { Box } from '@chakra-ui/react';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { justifiedLayout } from './justified-layout.ts';
import type { Place } from './justified-layout.ts';

/** How wide the last wall was: another one is most likely to be as wide, and hangs right at once. */
let lastWidth = 1_216;

/** In pixels, before the first paint and whenever it changes. */
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
  /** What hangs at a place, absolutely. */
  readonly children: (index: number, place: Place) => ReactNode;
  readonly wall?: RefObject<HTMLDivElement | null>;
}

/** A wall whose pictures keep their aspectRatios: each has its place before it is loaded, so that nothing moves. */
export const JustifiedWall = ({ aspectRatios, children, wall }: JustifiedWallProps) => {
  const own = useRef<HTMLDivElement>(null);
  const ref = wall ?? own;
  const width = useWidth(ref);
  const { places, height } = useMemo(() => justifiedLayout(aspectRatios, width), [aspectRatios, width]);
  return (
    <Box
      ref={ref}
      position="relative"
      // As high as it is at once: under reduced motion each change takes a millisecond, in which its end would be on top.
      transitionProperty="none"
      css={{ container: 'wall / inline-size' }}
      style={{ height }}
    >
      {places.map((place, index) => children(index, place))}
    </Box>
  );
};
