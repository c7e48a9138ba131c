import { Box } from '@chakra-ui/react';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import type { Layout, Place } from './column-layout.ts';

/** The width that was last measured: the next one is probably the same, and is then correct from the first render. */
let lastWidth = 1_216;

/** The width of an element in pixels, measured before the first paint and whenever it changes. */
const useWidth = (ref: RefObject<HTMLElement | null>): number => {
  const [width, setWidth] = useState(lastWidth);
  useLayoutEffect(() => {
    const measure = () => {
      lastWidth = ref.current?.clientWidth || lastWidth;
      setWidth(lastWidth);
    };
    measure();
    const observer = new ResizeObserver(measure);
    if (ref.current) observer.observe(ref.current);
    return () => observer.disconnect();
  }, [ref]);
  return width;
};

interface PlacedPicturesProps {
  /** Width by height of each picture. */
  readonly aspectRatios: readonly number[];
  readonly layout: (aspectRatios: readonly number[], width: number) => Layout;
  /** Renders what is at a place, positioned absolutely. */
  readonly children: (index: number, place: Place) => ReactNode;
  readonly frame?: RefObject<HTMLDivElement | null>;
}

/** Pictures that keep their aspect ratios. Each has its place before it is loaded, so that nothing moves. */
export const PlacedPictures = ({ aspectRatios, layout, children, frame }: PlacedPicturesProps) => {
  const own = useRef<HTMLDivElement>(null);
  const ref = frame ?? own;
  const width = useWidth(ref);
  const { places, height } = useMemo(() => layout(aspectRatios, width), [layout, aspectRatios, width]);
  return (
    <Box ref={ref} position="relative" css={{ container: 'wall / inline-size' }} style={{ height }}>
      {places.map((place, index) => children(index, place))}
    </Box>
  );
};
