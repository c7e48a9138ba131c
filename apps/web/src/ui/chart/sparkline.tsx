import { chakra } from '@chakra-ui/react';

/** More would be noise at its width. */
const pointsMax = 45;
const heightUnits = 20;
/** So that no line is cut at its thickest. */
const edgeUnits = 1.5;

/** At most so many values, each the sum of as many neighbors as the others; the last may be of fewer. */
export const bucketSums = (values: readonly number[], countMax: number): readonly number[] => {
  const each = Math.ceil(values.length / countMax);
  return Array.from({ length: Math.ceil(values.length / each) }, (_unused, index) =>
    values.slice(index * each, (index + 1) * each).reduce((total, value) => total + value, 0),
  );
};

/** How a figure went, as a line without a scale: the figure beside it says what it comes to. */
export const Sparkline = ({ values }: { values: readonly number[] }) => {
  const points = bucketSums(values, pointsMax);
  const [low, high] = [Math.min(0, ...points), Math.max(0, ...points)];
  const heightOf = (value: number) =>
    heightUnits - edgeUnits - ((value - low) / (high - low || 1)) * (heightUnits - 2 * edgeUnits);
  const places = points.map((value, index) => `${index},${heightOf(value)}`);
  const last = Math.max(1, points.length - 1);
  return (
    <chakra.svg
      display="block"
      w="100%"
      h="28px"
      mt="3"
      viewBox={`0 0 ${last} ${heightUnits}`}
      preserveAspectRatio="none"
      overflow="visible"
      aria-hidden
      css={{
        '& .area': { fill: 'accent.tint' },
        '& .line': { fill: 'none', stroke: 'accent', strokeWidth: '1.5px', strokeLinejoin: 'round' },
      }}
    >
      <polygon className="area" points={[`0,${heightOf(0)}`, ...places, `${last},${heightOf(0)}`].join(' ')} />
      <polyline className="line" vectorEffect="non-scaling-stroke" points={places.join(' ')} />
    </chakra.svg>
  );
};
