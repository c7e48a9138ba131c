import { chakra } from '@chakra-ui/react';

/** More points would be noise at this width. */
const pointsMax = 45;
const heightUnits = 20;
/** A margin, so that the line's stroke isn't cut off. */
const edgeUnits = 1.5;

/** Reduces values to at most `countMax` sums of equally many neighbors; the last sum may cover fewer. */
export const bucketSums = (values: readonly number[], countMax: number): readonly number[] => {
  const each = Math.ceil(values.length / countMax);
  return Array.from({ length: Math.ceil(values.length / each) }, (_unused, index) =>
    values.slice(index * each, (index + 1) * each).reduce((total, value) => total + value, 0),
  );
};

/** How a figure developed, as a line without a scale; the total is shown next to it. */
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
